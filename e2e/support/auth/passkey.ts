import type { Page } from '@playwright/test';

export interface Authenticator {
  /** The user cancels, or verification fails. */
  refuse(): Promise<void>;
  /** The user confirms. */
  agree(): Promise<void>;
}

/** Adds Chromium's virtual authenticator to the page's device. */
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
