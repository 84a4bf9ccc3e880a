import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode } from '../mfa/totp.ts';
import { buildAuth, PASSWORD, type TestAuth } from '../testing/build-auth.ts';

let t: TestAuth;
const queue = { isDown: false };
beforeAll(async () => {
  const mailer = {
    async send() {
      if (queue.isDown) throw new Error('the queue is down');
    },
    close() {},
  };
  t = await buildAuth({ mailer });
});
afterAll(() => t.close());

async function withoutQueue<R>(work: () => Promise<R>): Promise<R> {
  queue.isDown = true;
  return work().finally(() => {
    queue.isDown = false;
  });
}

describe('a change of which no email can be queued is not made', () => {
  it('a new password', async () => {
    const { client, email } = await t.createUser();
    const changed = await withoutQueue(() => client.updateUser({ password: 'seven lanterns by the river' }));
    expect(changed.error).toBeTruthy();
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  });

  it('a second factor, added and removed', async () => {
    const { client, id } = await t.createUser();
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'app' });
    if (!data) throw new Error('not enrolled');
    const verify = () =>
      client.mfa.challengeAndVerify({ factorId: data.id, code: totpCode(data.totp.secret, t.clock.now()) });
    const readFactors = async () => (await t.auth.accounts.get(id)).factors;
    expect((await withoutQueue(verify)).error).toBeTruthy();
    expect(await readFactors()).toMatchObject([{ status: 'unverified' }]);
    expect((await verify()).error).toBeNull();
    expect((await withoutQueue(() => client.mfa.unenroll({ factorId: data.id }))).error).toBeTruthy();
    expect(await readFactors()).toMatchObject([{ status: 'verified' }]);
  });

  it('a sign-up', async () => {
    const email = 'nobody-wrote@example.org';
    const up = await withoutQueue(() => t.client().signUp({ email, password: PASSWORD }));
    expect(up.error).toBeTruthy();
    expect((await t.client().signInWithPassword({ email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
  });
});
