import { OK } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import * as contract from '@soulsight/contract/notifications';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { route } from '../../core/http/route.ts';
import { validate } from '../../core/http/validate.ts';
import { escapeHtml } from '../../core/mail/template.ts';
import type { DigestService } from './digest.service.ts';
import type { NotificationsService } from './notifications.service.ts';
import type { PushService } from './push.service.ts';

type Services = {
  notifications: NotificationsService;
  push: Pick<PushService, 'publicKey'>;
  digest: Pick<DigestService, 'readToken'>;
};

const tokenSchema = z.object({ token: z.string().max(600) });

export function registerNotificationsRoutes(app: FastifyInstance, { notifications, push, digest }: Services): void {
  route(app, contract.getNotifications, ({ caller, query }) => notifications.list(caller.userId, query));
  route(app, contract.postNotificationRead, async ({ caller, params }) => ({
    unread: await notifications.markRead(caller.userId, params.id),
  }));
  route(app, contract.postNotificationsRead, async ({ caller }) => ({
    unread: await notifications.markAllRead(caller.userId),
  }));
  route(app, contract.postNotificationShown, async ({ caller, params, query }) => {
    await notifications.markShown(caller.userId, params.id, query.created_at ? new Date(query.created_at) : undefined);
    return OK;
  });
  route(app, contract.getNotificationSettings, ({ caller }) => notifications.getSettings(caller.userId));
  route(app, contract.putNotificationSettings, ({ caller, body }) => notifications.saveSettings(caller.userId, body));
  route(app, contract.getPushKey, () => ({ key: push.publicKey }));
  route(app, contract.postPushSubscription, async ({ caller, body }) => {
    await notifications.subscribePush(caller, body);
    return OK;
  });
  route(app, contract.postPushUnsubscribe, async ({ caller, body }) => {
    await notifications.unsubscribePush(caller.userId, body.endpoint);
    return OK;
  });
  registerUnsubscribe(app, { notifications, digest });
}

/**
 * Mail programs post to the link (RFC 8058). Opening it shows a page with a button that does the same, so that a link scanner
 * does not unsubscribe anybody.
 */
function registerUnsubscribe(app: FastifyInstance, { notifications, digest }: Omit<Services, 'push'>): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser('multipart/form-data');
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer' },
      (_request, _body, done) => done(null, undefined),
    );
    scope.setErrorHandler((error, request, reply) => {
      const isRefusedLink = error instanceof AppError && error.status === 400;
      if (!isRefusedLink || !wantsPage(request)) throw error;
      return sendPage(
        reply.code(400),
        'This link is not valid. Open the one in our last email, or choose in Settings what we send.',
      );
    });
    route(scope, contract.postUnsubscribe, async ({ query, request, reply }) => {
      await notifications.unsubscribeMail(await digest.readToken(query.token));
      return wantsPage(request) ? sendPage(reply, `You will not get these emails any more. ${STAYS_ON}`) : OK;
    });
    scope.get(contract.postUnsubscribe.path, async (request, reply) => {
      const { token } = validate(tokenSchema, request.query);
      await digest.readToken(token);
      const form = `<form method="post" action="?token=${escapeHtml(encodeURIComponent(token))}"><button>Turn off these emails</button></form>`;
      return sendPage(
        reply,
        `We send you an email when you are away and something new has happened. ${STAYS_ON}`,
        form,
      );
    });
  });
}

function wantsPage({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true;
}

const STAYS_ON =
  'Emails about your subscription, your safety and your account stay on. You can choose each kind in Settings.';

/** Dark, as the web application starts whatever the device's theme. */
const STYLE = `:root{color-scheme:dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#171011;color:#f4ece6;
font:17px/1.6 Georgia,serif;text-align:center;padding:16px}button{margin-top:16px;padding:13px 24px;border:0;border-radius:999px;background:#f2b8a0;
color:#2a1512;font:600 15px system-ui,sans-serif;cursor:pointer}a{color:#f2b8a0}`;

function sendPage(reply: FastifyReply, sentence: string, form = ''): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail · ${PRODUCT_NAME}</title><style>${STYLE}</style></head><body><main><h1>${PRODUCT_NAME}</h1><p>${sentence}</p>${form}
<p><a href="/settings">Settings</a></p></main></body></html>`);
}
