/** The captcha provider of an installation. */
export interface Captcha {
  provider: 'turnstile' | 'hcaptcha';
  siteKey: string;
}

/** The API that both providers put on `window`. */
interface CaptchaWidget {
  render: (container: HTMLElement, options: Record<string, unknown>) => string;
  reset: (id: string) => void;
  remove: (id: string) => void;
}

const SCRIPTS = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
} as const;
const READY = 'soulsightCaptchaReady';

type Globals = Partial<Record<Captcha['provider'], CaptchaWidget>> & { [READY]?: () => void };
const globals = () => window as unknown as Globals;

/** Loads the provider's script, once. Rejects if it cannot be loaded. */
function load(provider: Captcha['provider']): Promise<CaptchaWidget> {
  const known = globals()[provider];
  if (known) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${provider} cannot be loaded`));
    globals()[READY] = () => {
      const made = globals()[provider];
      if (made) resolve(made);
      else fail();
    };
    const script = document.createElement('script');
    script.src = `${SCRIPTS[provider]}&onload=${READY}`;
    script.onerror = fail;
    document.head.append(script);
  });
}

let solvedToken: string | null = null;
let resetWidget: (() => void) | null = null;
let onSolved: () => void = () => {};
/** A widget that asks nothing of the user solves itself within a second or two. */
const NEXT_TOKEN_MS = 10_000;

/**
 * Takes the solved token, which is valid for one call, and resets the widget. Returns an empty object if there is no token.
 */
export function takeCaptchaToken(): { captchaToken?: string } {
  const taken = solvedToken;
  solvedToken = null;
  resetWidget?.();
  return taken === null ? {} : { captchaToken: taken };
}

/**
 * Waits for the token after the one that was taken, for a second call in a row. Null if the captcha is not solved again in time;
 * without a captcha an empty object, at once.
 */
export async function takeNextCaptchaToken(): Promise<{ captchaToken?: string } | null> {
  if (!resetWidget) return {};
  if (solvedToken === null) {
    await new Promise<void>((resolve) => {
      onSolved = resolve;
      setTimeout(resolve, NEXT_TOKEN_MS);
    });
  }
  return solvedToken === null ? null : takeCaptchaToken();
}

/**
 * Renders the captcha into an element. Resolves to a function that removes it; rejects if the provider cannot be reached.
 */
export async function showCaptcha(container: HTMLElement, { provider, siteKey }: Captcha): Promise<() => void> {
  const puzzle = await load(provider);
  const forget = () => {
    solvedToken = null;
  };
  const id = puzzle.render(container, {
    sitekey: siteKey,
    theme: document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
    callback: (token: string) => {
      solvedToken = token;
      onSolved();
    },
    'expired-callback': forget,
    'error-callback': forget,
  });
  resetWidget = () => puzzle.reset(id);
  return () => {
    forget();
    resetWidget = null;
    puzzle.remove(id);
  };
}
