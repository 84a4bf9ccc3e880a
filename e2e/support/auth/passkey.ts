import type { Page } from '@playwright/test';

export interface Authenticator {
  /** The person closes the window, or the finger is not known. */
  refuse(): Promise<void>;
  /** The person puts the finger down. */
  agree(): Promise<void>;
}

/** A fingerprint reader of Chromium's own, as part of the device that this page is open on. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setVerified = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return { refuse: async () => void (await setVerified(false)), agree: async () => void (await setVerified(true)) };
}
