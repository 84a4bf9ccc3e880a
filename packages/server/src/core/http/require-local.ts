import { AppError } from '@soulsight/contract/errors';
import type { FastifyRequest } from 'fastify';
import { isLocalRequest } from './address.ts';

/** Hides a development page from every machine but this one. */
export async function requireLocal(request: FastifyRequest): Promise<void> {
  if (!isLocalRequest(request)) throw new AppError('not_found');
}
