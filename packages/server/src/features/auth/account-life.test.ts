import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLife, type Life, MINUTE_MS } from './testing/account-life.ts';
import { buildAuth, type TestAuth } from './testing/build-auth.ts';
import { startProvider } from './testing/loopback-provider.ts';

const { ACCOUNT_LIFE_SEED = '20261122', ACCOUNT_LIFE_RUNS = '14', ACCOUNT_LIFE_FAST } = process.env;
/** The lives are the same each time; `fresh` draws others. A failure prints the seed. */
const SEED = ACCOUNT_LIFE_SEED === 'fresh' ? randomInt(2 ** 31) : Number(ACCOUNT_LIFE_SEED);
const RUNS = Number(ACCOUNT_LIFE_RUNS);
const ACTS_MAX = 10;
/** A life takes about half a second, and longer on a busy machine. */
const LIFE_MAX_MS = 10_000;

let t: TestAuth;
let provider: Awaited<ReturnType<typeof startProvider>>;
beforeAll(async () => {
  provider = await startProvider('http://localhost:3000/auth/v1/callback');
  t = await buildAuth({ providers: [provider.settings('local')] });
});
afterAll(async () => {
  await t.close();
  await provider.close();
});

type Act = (life: Life) => Promise<void>;

const SQUATTER: Record<string, Act> = {
  'a squatter signs up': (life) => life.squatter.signsUp(),
  'the squatter signs in': (life) => life.squatter.signsIn(),
  'the squatter begins to sign in': (life) => life.squatter.beginsToSignIn(),
  'the squatter asks for another address': (life) => life.squatter.changesEmail(),
  'the squatter tries to attach factors and identities': (life) => life.squatter.attaches(),
  'the squatter attached an identity and an app in an earlier version': (life) => life.squatter.hasAttached(),
};

const ARRIVALS: Record<string, Act> = {
  'the owner confirms by sign-up': (life) => life.owner.signsUp(),
  'the owner confirms by recovery': (life) => life.owner.recovers(),
  'the owner comes by a provider': (life) => life.owner.comesByProvider(),
  'the owner comes by invitation': (life) => life.owner.isInvited(),
};

const OWNER: Record<string, Act> = {
  'the owner signs in on a second device': (life) => life.owner.signsIn(),
  'the owner changes the password': (life) => life.owner.changesPassword(),
  'the owner signs out everywhere': (life) => life.owner.signsOutEverywhere(),
  'the owner undoes what somebody else added': (life) => life.owner.undoes(),
  'the owner adds an authenticator app': (life) => life.owner.addsApp(),
  'the owner adds a passkey': (life) => life.owner.addsPasskey(),
};

const THIEF: Record<string, Act> = {
  'a thief learns the password and signs in': (life) => life.thief.signsIn(),
  'the thief begins to sign in': (life) => life.thief.beginsToSignIn(),
  'the thief reads a recovery email': (life) => life.thief.readsMail(),
  'the thief begins to change the password': (life) => life.thief.beginsPasswordChange(),
  'the thief begins an authenticator app': (life) => life.thief.beginsApp(),
  'the thief adds an authenticator app': (life) => life.thief.addsApp(),
  'the thief begins a passkey': (life) => life.thief.beginsPasskey(),
  'the thief adds a passkey': (life) => life.thief.addsPasskey(),
  'the thief begins to link an identity': (life) => life.thief.beginsLink(),
  'the thief links an identity': (life) => life.thief.linksIdentity(),
  'the thief comes by a provider': (life) => life.thief.comesByProvider(),
  'the thief asks for another address': (life) => life.thief.changesEmail(),
};

const OTHERS: Record<string, Act> = {
  'an operator bans the account and lifts the ban': (life) => life.operatorBans(),
  'everything that strangers began finishes': (life) => life.finishAll(),
};

const ACTS = { ...SQUATTER, ...ARRIVALS, ...OWNER, ...THIEF, ...OTHERS };

/** A life: squatters, the arrival of the owner, and whatever owner and thieves do then. */
const LIVES = fc
  .tuple(
    fc.array(fc.constantFrom(...Object.keys({ ...SQUATTER, ...OTHERS })), { maxLength: 3 }),
    fc.constantFrom(...Object.keys(ARRIVALS)),
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...Object.keys(THIEF)) },
        { weight: 3, arbitrary: fc.constantFrom(...Object.keys(OWNER)) },
        { weight: 1, arbitrary: fc.constantFrom(...Object.keys(ARRIVALS)) },
        { weight: 1, arbitrary: fc.constantFrom(...Object.keys(OTHERS)) },
      ),
      { minLength: 5, maxLength: ACTS_MAX, size: 'max' },
    ),
  )
  .map(([before, arrival, after]) => [...before, arrival, ...after]);

async function live(life: Life, acts: readonly string[]): Promise<void> {
  for (const name of acts) {
    t.clock.advance(MINUTE_MS + 1);
    await ACTS[name]?.(life);
    await life.expectNobodyElse();
  }
  t.clock.advance(MINUTE_MS + 1);
  await life.owner.recovers();
  await life.expectNobodyElse();
  await life.finishAll();
  await life.expectNobodyElse();
  await life.owner.signsIn();
  expect(await life.ownerIsIn()).toBe(true);
}

it(
  'whatever strangers do, after the owner’s change nothing of them remains, and the owner always gets in',
  async () => {
    let lives = 0;
    await fc.assert(
      fc.asyncProperty(LIVES, async (acts) => {
        lives += 1;
        const life = createLife({ t, provider, email: `life-${lives}@example.org` });
        try {
          await live(life, acts);
        } finally {
          await life.finishAll({ atEnd: true });
          await t.db.execute(sql`delete from users where id = ${life.userId() ?? null} or email like 'thiefs-life-%'`);
        }
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: Boolean(ACCOUNT_LIFE_FAST) },
    );
  },
  RUNS * LIFE_MAX_MS,
);
