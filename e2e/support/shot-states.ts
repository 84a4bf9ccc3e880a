import type { Page } from '@playwright/test';
import { postAuthLogin, postAuthRegister } from '@soulsight/contract/auth';
import { ERRORS } from '@soulsight/contract/errors';
import { TERMS_VERSION } from '@soulsight/contract/limits';
import { getMatches, type Match, postMatchFind } from '@soulsight/contract/match';
import { ONBOARDING_STEPS } from '@soulsight/contract/profile';
import { postReveal } from '@soulsight/contract/reveal';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { HOUR_MS } from '@soulsight/contract/time';
import type { ServerProcess } from '../durability/server-process.ts';
import { type Api, apiAt } from './api.ts';
import { launchChromium } from './chromium.ts';
import { buildClosePair } from './close-pair.ts';
import { addressesFor, listPageIds } from './page-addresses.ts';
import { makePicture } from './page-content.ts';
import { type Act, change, choose, inOrder, press, type Shot } from './shot-acts.ts';
import { accountMoments, conversationMoments, moderatorMoments, pairMoments, visitorMoments } from './shot-moments.ts';
import { SESSION_EXPIRED, signInMoments, WRONG_CODE } from './shot-sign-in.ts';
import type { Trouble } from './shot-troubles.ts';
import { makeUser, onboardUser, type TestUser } from './test-user.ts';

/** What pages look like for somebody, or when something is missing. */
export interface ShotState {
  name: string;
  /** The session as the browser stores it; null for a visitor. */
  session: string | null;
  shots: readonly Shot[];
  trouble?: Trouble;
  view?: ShotView;
}

/**
 * How the window differs: zoomed to 200 % (a desktop of 1280 x 800 has 640 x 400 pixels left), a phone on its side, all text twice
 * as large, or forced colours such as Windows' high contrast.
 */
export type ShotView = 'zoomed' | 'sideways' | 'large text' | 'forced colours';

const NOWHERE = '/nowhere';
/** The rest needs a role. */
const OF_EVERYBODY = listPageIds('signed_in', 'verified').filter((id) => id !== 'moderation' && id !== 'operations');
const PUBLIC = [...listPageIds('anyone', 'guest').flatMap((id) => addressesFor(id)), NOWHERE];
const APP = OF_EVERYBODY.flatMap((id) => addressesFor(id));
/** The plans are the same page at both of their addresses. */
const ONCE = APP.filter((path) => path !== '/upgrade');
const REST = ONCE.filter((path) => !path.startsWith('/profile'));
const OF_STAFF = ['/moderation', '/operations'];

const READY_MAX_MS = 120_000;
const POLL_MS = 250;

/** The users and data that the pictures show, without the close pair. */
export async function buildShotStates(
  url: string,
  server: ServerProcess,
  addOperator: (email: string) => void,
): Promise<ShotState[]> {
  const ready = await waitForReadyAccounts(server);
  const newcomer = makeUser('Nora');
  await onboardUser(apiAt(url), newcomer);
  const stranger = makeUser('Uma');
  await register(url, stranger);
  const premium = await signIn(url, ready.premium);
  await premium.api.call(postMatchFind);
  const free = await signIn(url, ready.free);
  await free.api.call(postMatchFind);
  addOperator(ready.moderator.email);
  const { matches } = await premium.api.call(getMatches);
  const conversation = `/chat/${await findConversation(premium.api)}`;
  const own = [conversation, ...matches.filter((match) => match.mutual_match).map(({ id }) => `/reveal/${id}`)];
  const everything = [...pages([...ONCE, ...own, '/chat/not-an-id']), ...dialogs(conversation)];
  const getSession = async (user: Account) => (await signIn(url, user)).session;
  const [newcomers, moderators] = [await getSession(newcomer), await getSession(ready.moderator)];
  return [
    state('visitor', null, [...pages(PUBLIC), ...visitorMoments(), ...signInMoments()]),
    state('unverified', await getSession(stranger), [
      ...pages(['/dashboard', '/verify-email', '/settings', '/profile']),
      WRONG_CODE,
    ]),
    state('newcomer', newcomers, pages(APP)),
    state('onboarding', newcomers, onboardingShots()),
    state('free', free.session, [...pages(REST), ...freeShots(await findConversation(free.api))]),
    state('premium', premium.session, [
      ...everything,
      ...conversationMoments(conversation),
      ...accountMoments(),
      SESSION_EXPIRED,
    ]),
    state('moderator', moderators, [...pages(OF_STAFF), ...moderatorMoments()]),
    state('loading', premium.session, pages([...ONCE, ...own.slice(0, 2)]), 'loading'),
    state('error', premium.session, pages([...ONCE, ...own.slice(0, 2)]), 'error'),
    state('offline', premium.session, pages([...REST, ...own.slice(0, 2)]), 'offline'),
    state('long', premium.session, [...pages([...ONCE, ...own]), ...namedDialogs(conversation)], 'long'),
    state('one', premium.session, pages(REST), 'one'),
    state('crowd', premium.session, pages(REST), 'crowd'),
    ...(['loading', 'error', 'long', 'crowd'] as const).map((trouble) =>
      state(`moderator ${trouble}`, moderators, pages(OF_STAFF), trouble),
    ),
    ...(['zoomed', 'sideways', 'large text', 'forced colours'] as const).flatMap((view) => [
      { ...state(`${view} visitor`, null, pages(PUBLIC)), view },
      { ...state(`${view} newcomer`, newcomers, pages(['/dashboard', '/matching', '/chat'])), view },
      { ...state(`${view} premium`, premium.session, everything), view },
      { ...state(`${view} moderator`, moderators, pages(OF_STAFF)), view },
    ]),
  ];
}

/**
 * Two people with a long conversation and one stage left; moves the server's clock by days.
 * @returns their pictures before the last stage, and what opens it and returns those after it
 */
export async function buildClosePairState(
  url: string,
): Promise<{ asked: ShotState; openLast: () => Promise<ShotState> }> {
  const browser = await launchChromium();
  const photo = await makePicture(await browser.newPage(), 'radial-gradient(#fda, #832)');
  await browser.close();
  const { ada, matchId, conversationId } = await buildClosePair(url, photo);
  const { api, session } = await signIn(url, ada);
  const [chat, reveal] = [`/chat/${conversationId}`, `/reveal/${matchId}`];
  const shots = [
    { name: 'conversation', path: chat },
    { name: 'reveal', path: reveal },
  ];
  return {
    asked: state('close pair', session, [...shots, ...pairMoments(chat, reveal)]),
    openLast: async () => {
      await api.call(postReveal, { params: { matchId }, body: { stage: LAST_REVEAL_STAGE } });
      return state('open pair', session, [...shots, { name: 'step back', path: reveal, act: press('Step back') }]);
    },
  };
}

async function findConversation(api: Api): Promise<string> {
  const { matches } = await api.call(getMatches);
  return matches.find(({ conversation_id }) => conversation_id)?.conversation_id ?? '';
}

function state(name: string, session: string | null, shots: readonly Shot[], trouble?: Trouble): ShotState {
  return { name, session, shots, ...(trouble && { trouble }) };
}

/** Every step of onboarding, and its end; the answers of a newcomer are left out of what the page gets. */
function onboardingShots(): Shot[] {
  const steps = ONBOARDING_STEPS.map(
    (step, n): Shot => ({
      name: `step ${step}`,
      path: '/dashboard',
      before: (page) => leaveOut(page, ONBOARDING_STEPS.slice(n)),
    }),
  );
  const photos = change('**/api/user', (me) => ({
    ...me,
    onboarding: { ...(me.onboarding as object), missing: ['photos'], complete: false },
  }));
  return [...steps, { name: 'end', path: '/dashboard', before: photos, act: press(/^finish/i) }];
}

async function leaveOut(page: Page, missing: readonly string[]): Promise<void> {
  await change('**/api/user', (me) => ({ ...me, onboarding: { missing, complete: false } }))(page);
  await change('**/api/bgp/questions', ({ questions, ...rest }) => ({
    ...rest,
    notice: null,
    questions: (questions as object[]).map((question) => ({ ...question, answer: null })),
  }))(page);
}

/** The end of a free user's day: somebody was passed, who can be brought back. Nobody is really passed. */
function freeShots(conversationId: string): Shot[] {
  const passIt = async (page: Page) => {
    await passLast(page);
    await change('**/api/match', ({ usage_limits, ...rest }) => ({
      ...rest,
      matches: [],
      usage_limits: {
        ...(usage_limits as object),
        daily_matches_used: 1,
        next_match_available: new Date(Date.now() + 8 * HOUR_MS).toISOString(),
      },
    }))(page);
    await press(/^pass/i)(page);
  };
  return [
    { name: 'limit and undo', path: '/matching', act: passIt },
    { name: 'checkout', path: '/subscription', act: press(/^(upgrade|choose)/i) },
    { name: 'wingman', path: `/chat/${conversationId}`, act: press('AI Wingman') },
  ];
}

/** Nobody is really passed, and nobody else is found. */
async function passLast(page: Page): Promise<void> {
  await page.route('**/api/match/*/reject', (route) => route.fulfill({ json: { ok: true } }));
  await findNobody(page);
}

/** The server would find again who was not really passed or liked. */
async function findNobody(page: Page): Promise<void> {
  const { status, detail } = ERRORS.nobody_left;
  await page.route('**/api/match/find', (route) => route.fulfill({ status, json: { detail, code: 'nobody_left' } }));
}

/** The person who is suggested has said yes, or has not answered yet. Nobody is really liked. */
const answerLike =
  (isMutual: boolean): Act =>
  async (page) => {
    await findNobody(page);
    let liked = '';
    let matches: Match[] = [];
    const toLiked = (match: Match): Match =>
      match.id === liked ? { ...match, status: 'liked', mutual_match: isMutual } : match;
    await change('**/api/match', (answer) => {
      matches = (answer.matches as Match[]).map(toLiked);
      return { ...answer, matches };
    })(page);
    await page.route('**/api/match/*/accept', (route) => {
      liked = new URL(route.request().url()).pathname.split('/').at(-2) ?? '';
      const match = matches.find(({ id }) => id === liked);
      return route.fulfill({ json: { mutual_match: isMutual, match: match && toLiked(match) } });
    });
  };

/** What opens above a page. */
function dialogs(chat: string): Shot[] {
  const shot = (name: string, path: string, act: Act): Shot => ({ name, path, act });
  return [
    shot('user menu', '/dashboard', press(/menu/i)),
    shot('quick navigation', '/dashboard', (page) => page.keyboard.press('Control+k')),
    shot('quick navigation without results', '/dashboard', async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Quick navigation...').fill('qqq');
    }),
    shot('connection', '/dashboard', press(/connected|connection/i)),
    shot('chat menu', chat, press(/^options for/i)),
    shot('report', chat, inOrder(press(/^options for/i), choose(/report/i))),
    shot('insights', chat, inOrder(press(/^options for/i), choose(/insights/i))),
    shot('wingman', chat, press(/wingman/i)),
    shot('delete account', '/settings', press(/delete (my )?account/i)),
    shot('authenticator', '/settings', press(/authenticator/i)),
    { ...shot('pass', '/matching', press(/^pass/i)), before: passLast },
    shot('card', '/subscription', press(/^(change|add).*card/i)),
    { ...shot('liked', '/matching', press(/^say yes/i)), before: answerLike(false) },
    { ...shot('mutual moment', '/matching', press(/^say yes/i)), before: answerLike(true) },
  ];
}

/** Those that name the other. */
function namedDialogs(chat: string): Shot[] {
  const named = ['chat menu', 'report', 'insights', 'pass', 'liked', 'mutual moment'];
  return dialogs(chat).filter(({ name }) => named.includes(name));
}

function pages(paths: readonly string[]): Shot[] {
  return paths.map((path) => ({ name: path, path }));
}

type Account = Pick<TestUser, 'email' | 'password'>;

async function signIn(url: string, { email, password }: Account): Promise<{ api: Api; session: string }> {
  const session = await apiAt(url).call(postAuthLogin, { body: { email, password } });
  return { api: apiAt(url, session.access_token), session: JSON.stringify(session) };
}

/** The ready accounts of the demo, which the console prints once they are there. */
async function waitForReadyAccounts(server: ServerProcess): Promise<Record<'free' | 'premium' | 'moderator', Account>> {
  for (const deadline = Date.now() + READY_MAX_MS; Date.now() < deadline; ) {
    const [free, premium, moderator] = ['free', 'premium', 'moderator'].map((role) =>
      findAccount(server.printed(), role),
    );
    if (free && premium && moderator) return { free, premium, moderator };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`the ready accounts were not printed:\n${server.printed()}`);
}

function findAccount(printed: string, role: string): Account | null {
  const [, email, password] = new RegExp(`${role}\\s+(\\S+@\\S+)\\s+(\\S+)`).exec(printed) ?? [];
  return email && password ? { email, password } : null;
}

async function register(url: string, { email, password, firstName, birthDate }: TestUser): Promise<void> {
  const data = {
    first_name: firstName,
    birth_date: birthDate,
    terms_version: TERMS_VERSION,
    behavioural_analysis: true,
  };
  await apiAt(url).call(postAuthRegister, { body: { email, password, data } });
}
