import { randomBytes } from 'node:crypto';
import { postAuthRegister, postAuthVerifyEmail } from '@soulsight/contract/auth';
import { getBgpQuestions, postBgpQuestions } from '@soulsight/contract/bgp';
import { TERMS_VERSION } from '@soulsight/contract/limits';
import { type Gender, patchMe } from '@soulsight/contract/profile';
import type { Api } from './api.ts';
import { getCode, waitForEmail } from './mailbox.ts';

export const VERIFICATION_SUBJECT = /confirm your email/i;

/** The data of a user of a journey. */
export interface TestUser {
  firstName: string;
  email: string;
  password: string;
  /** YYYY-MM-DD. */
  birthDate: string;
  gender: Gender;
  wants: Gender;
  /** The answer to every question, 1 to 5. */
  agreement: number;
}

/** A user with a unique email address. */
export function makeUser(firstName: string, overrides: Partial<TestUser> = {}): TestUser {
  const tag = randomBytes(5).toString('hex');
  return {
    firstName,
    email: `${firstName.toLowerCase()}-${tag}@example.org`,
    password: `quiet-harbour-${tag}`,
    birthDate: '1994-05-17',
    gender: 'woman',
    wants: 'man',
    agreement: 4,
    ...overrides,
  };
}

/** The six-digit code that was emailed to an address. */
export type ReadCode = (api: Api, email: string) => Promise<string>;

const readFromMailbox: ReadCode = async (api, email) => getCode(await waitForEmail(api, email, VERIFICATION_SUBJECT));

/** Signs up, verifies by the emailed code and completes onboarding through the API. */
export async function onboardUser(api: Api, user: TestUser, readCode: ReadCode = readFromMailbox): Promise<Api> {
  const { email, password, firstName, birthDate } = user;
  await api.call(postAuthRegister, {
    body: {
      email,
      password,
      data: {
        first_name: firstName,
        birth_date: birthDate,
        terms_version: TERMS_VERSION,
        behavioural_analysis: true,
        timezone: 'Europe/Berlin',
      },
    },
  });
  const token = await readCode(api, email);
  const session = await api.call(postAuthVerifyEmail, { body: { email, token } });
  const signedIn = api.as(session.access_token);
  await answerOnboarding(signedIn, user);
  return signedIn;
}

async function answerOnboarding(api: Api, user: TestUser): Promise<void> {
  await api.call(patchMe, {
    body: {
      gender: user.gender,
      wishes: {
        genders: [user.wants],
        age_range: { min: 18, max: 99 },
        max_distance_km: null,
        intents: ['long_term', 'open_to_long_term', 'figuring_out', 'friendship'],
      },
      place: { name: 'Berlin', lat: 52.5, lon: 13.4 },
      intent: 'long_term',
      prompts: [
        { key: 'sunday', answer: 'Coffee, a long walk by the water, and nobody in a hurry.' },
        { key: 'learn', answer: 'To play the cello well enough for one song.' },
        { key: 'care', answer: 'I remember the small things and ask about them again.' },
      ],
    },
  });
  const { questions } = await api.call(getBgpQuestions);
  await api.call(postBgpQuestions, {
    body: { answers: questions.map(({ id }) => ({ id, answer: user.agreement })) },
  });
}
