import { z } from 'zod';
import { assertNoTransaction } from '../../../core/db/transaction-scope.ts';
import { AuthError } from '../auth.errors.ts';
import type { AuthLog } from '../auth-log.ts';

/** Checks captcha tokens with their provider. Without one configured, every check passes. */
export interface Captcha {
  /** What a page needs to show the captcha, or null. */
  publicSettings: { site_key: string; provider: 'turnstile' | 'hcaptcha' } | null;
  /** Throws `captcha_failed`. */
  check(token: string | null | undefined, ip: string): Promise<void>;
}

export interface CaptchaSettings {
  verifyUrl: string;
  siteKey: string;
  secret: string;
}

const TIMEOUT_MS = 10_000;
const verdictSchema = z.object({ success: z.boolean() });

export function createCaptcha(settings: CaptchaSettings | null, log: AuthLog): Captcha {
  if (!settings) return { publicSettings: null, check: async () => {} };

  async function isHuman(token: string, ip: string): Promise<boolean> {
    try {
      const response = await fetch((settings as CaptchaSettings).verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret: (settings as CaptchaSettings).secret, response: token, remoteip: ip }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return verdictSchema.parse(await response.json()).success;
    } catch (error) {
      log.warn({ reason: (error as Error).name }, 'the captcha provider did not respond');
      return false;
    }
  }

  return {
    publicSettings: {
      site_key: settings.siteKey,
      provider: /(^|\.)hcaptcha\.com$/.test(new URL(settings.verifyUrl).hostname) ? 'hcaptcha' : 'turnstile',
    },
    async check(token, ip) {
      assertNoTransaction('captcha provider');
      if (!token) throw new AuthError('captcha_failed', 'captcha protection: request disallowed (no-token-provided)');
      if (!(await isHuman(token, ip))) throw new AuthError('captcha_failed');
    },
  };
}
