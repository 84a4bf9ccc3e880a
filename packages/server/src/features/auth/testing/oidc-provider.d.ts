/** The part of the provider that the tests use. The package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    oidc: {
      client?: { clientId: string };
      session?: { accountId?: string };
      provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
    };
  }
  interface Configuration {
    findAccount(ctx: Context, sub: string): { accountId: string; claims(): Promise<Record<string, unknown>> };
    loadExistingGrant(ctx: Context): Promise<Grant>;
    interactions: { url(ctx: Context, interaction: { uid: string }): string };
    [setting: string]: unknown;
  }
  // biome-ignore lint/style/noDefaultExport: the library's own way
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
