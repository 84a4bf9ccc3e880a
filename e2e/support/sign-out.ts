import type { Page } from '@playwright/test';
import { getAuthSessions, postAuthLogin, postAuthSignOut } from '@soulsight/contract/auth';
import { apiAt } from './api.ts';
import type { TestUser } from './test-user.ts';

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

/** Signs out, and waits until the server has heard of it. */
export async function signOutAndTell(page: Page): Promise<void> {
  const heard = page.waitForResponse((response) => response.url().endsWith(postAuthSignOut.path));
  await signOut(page);
  await heard;
}

/** Everything that the browser keeps for the page, as one text. */
export const readStorage = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

/** Signs the user in at a server, and returns what counts the user's other sessions there. */
export async function watchOtherSessions(url: string, { email, password }: TestUser): Promise<() => Promise<number>> {
  const { access_token } = await apiAt(url).call(postAuthLogin, { body: { email, password } });
  return async () => {
    const { sessions } = await apiAt(url, access_token).call(getAuthSessions, {});
    return sessions.filter(({ current }) => !current).length;
  };
}
