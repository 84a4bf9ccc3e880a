import type { FastifyInstance } from 'fastify';
import { AuthError, type AuthErrorCode } from '../auth.errors.ts';

/** GoTrue endpoints that this service does not offer, each refused with GoTrue's own error. */
const NOT_OFFERED: [string, AuthErrorCode][] = [
  ['/sso', 'saml_provider_disabled'],
  ['/sso/*', 'saml_provider_disabled'],
  ['/admin/sso/*', 'saml_provider_disabled'],
  ['/oauth/*', 'oauth_server_disabled'],
  ['/user/oauth/*', 'oauth_server_disabled'],
  ['/admin/oauth/*', 'oauth_server_disabled'],
  ['/admin/custom-providers', 'feature_disabled'],
  ['/admin/custom-providers/*', 'feature_disabled'],
];

export function registerRefusals(app: FastifyInstance): void {
  for (const [url, code] of NOT_OFFERED) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      async handler() {
        throw new AuthError(code);
      },
    });
  }
}
