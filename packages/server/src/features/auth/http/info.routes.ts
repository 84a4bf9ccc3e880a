import { SIGNING_KEYS_CACHE_S } from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { FastifyInstance } from 'fastify';
import type { GotrueContext } from './gotrue.context.ts';

/** Public information about the service. */
export function registerInfoRoutes(app: FastifyInstance, { deps }: GotrueContext): void {
  const { config, keys, providers } = deps;

  app.get('/health', async () => ({
    name: PRODUCT_NAME,
    description: `${PRODUCT_NAME} sign-in, in the way of GoTrue`,
  }));

  app.get('/settings', async () => ({
    external: {
      anonymous_users: config.anonymous,
      email: true,
      phone: config.phone,
      ...Object.fromEntries([...providers.keys()].map((name) => [name, true])),
    },
    disable_signup: config.signUpDisabled,
    mailer_autoconfirm: config.autoConfirm,
    phone_autoconfirm: config.smsAutoconfirm,
    mfa_phone_enabled: deps.sms.isAvailable,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: config.passkeys,
    providers: [...providers.values()].map(({ name, label }) => ({ name, label })),
    captcha: deps.captcha.publicSettings,
    dev_mailbox: deps.mailboxIsReadable,
  }));

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${SIGNING_KEYS_CACHE_S}`);
    return { keys: keys.publicKeys };
  });
}
