import { AppError } from '@soulsight/contract/errors';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../../core/core.ts';
import { requireLocal } from '../../core/http/require-local.ts';
import { findReadyAccounts } from './ready-accounts.ts';

/** Only a demo with the development mailbox: the mailbox can already reset every password there. */
export function showsReadyAccounts({ demo, mail }: Pick<Core['config'], 'demo' | 'mail'>): boolean {
  return demo && mail.kind === 'mailbox' && mail.isReadable;
}

/**
 * The free and the premium ready account, so that visitors can look around; only for the machine that the server runs on.
 */
export function registerReadyAccounts(app: FastifyInstance, config: Core['config']): void {
  app.get('/dev/accounts.json', { onRequest: requireLocal }, (_request, reply) => {
    const accounts = findReadyAccounts(config);
    if (!accounts) throw new AppError('not_found');
    const { free, premium } = accounts;
    return reply.header('cache-control', 'no-store').send({ free, premium });
  });
}
