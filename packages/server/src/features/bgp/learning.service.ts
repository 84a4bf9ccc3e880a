import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { priorPopulation } from '@soulsight/affinity/events';
import { applyEvidence } from '@soulsight/affinity/evidence';
import { offerVector, seekVector } from '@soulsight/affinity/index-vectors';
import type { Weights } from '@soulsight/affinity/interest';
import type { LoadingSample } from '@soulsight/affinity/learning';
import type { LearnedParts, TrainingData, WithHoldout } from '@soulsight/affinity/nightly';
import { answerEvidence } from '@soulsight/affinity/questionnaire';
import { priorState, traitIndex } from '@soulsight/affinity/traits';
import type { Core } from '../../core/core.ts';
import { type BgpModel, getUserModels, WEIGHTS_TTL_MS } from './bgp.model.ts';
import { eventGroup, toEvidence } from './bgp.rules.ts';
import * as store from './bgp.store.ts';
import * as learning from './learning.store.ts';

/** The fit itself, once a night over all nodes. */
export const BGP_LEARN_JOB = 'bgp.learn';
/** Everyone's vectors anew, after weights were adopted. */
export const BGP_REINDEX_JOB = 'bgp.reindex';
const DECISIONS_MAX = 40_000;
const CONVERSATIONS_MAX = 20_000;
const PEOPLE_MAX = 2_000;
const PAGE = 500;
/** How many sixteenths of everything no fit sees. */
const HELD_OUT_SIXTEENTHS = 3;
const GROUP_CORRELATION = 0.3;
/** Beyond this many independent events a person's own way counts more than the noise of each. */
const WEIGHT_MAX = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type NightlyResult = Pick<LearnedParts, 'scores'> & { adopted: Weights | null; preferences: number };

/** The nightly fit: what happened becomes new weights, which are adopted where they predict better what no fit has seen. */
export function createLearning({ db, clock, jobs, log }: Pick<Core, 'db' | 'clock' | 'jobs' | 'log'>, model: BgpModel) {
  /** Fits, judges, keeps a record, and puts into use what earned it. Where too little happened everything stays as it is. */
  async function learn(): Promise<NightlyResult> {
    model.clearWeightsCache();
    const current = await model.weights(db);
    const { weights, preferences, scores } = await fitInWorker(await happened(), current);
    if (Object.values(scores).every((score) => score === null)) {
      log.info('The nightly fit kept the weights in use: too little has happened yet.');
      return { adopted: null, preferences: 0, scores };
    }
    await db.transaction(async (tx) => {
      const kept = weights ?? current;
      await learning.insertVersion(tx, { weights: kept, scores, adopted: weights !== null, createdAt: clock.now() });
      if (preferences.size > 0) await learning.updatePreferences(tx, preferences);
      // By then every node has the new weights, so that whoever changes a profile meanwhile changes it by them.
      if (weights || preferences.size > 0)
        await jobs.send(BGP_REINDEX_JOB, {}, { tx, startAfter: WEIGHTS_TTL_MS, singletonKey: BGP_REINDEX_JOB });
    });
    model.clearWeightsCache();
    log.info({ scores, adopted: weights?.version ?? null, preferences: preferences.size }, 'the nightly fit');
    return { adopted: weights, preferences: preferences.size, scores };
  }

  async function happened(): Promise<TrainingData> {
    const rows = await learning.listDecisions(db, DECISIONS_MAX);
    const talked = await learning.listConversationScores(db, CONVERSATIONS_MAX);
    const ids = new Set([...rows.flatMap((d) => [d.chooser, d.chosen]), ...talked.flatMap((t) => [t.one, t.other])]);
    const people = await getUserModels(db, [...ids]);
    return {
      decisions: rows.flatMap(({ matchId, chooser, chosen, liked, propensity }) => {
        const [one, other] = [people.get(chooser), people.get(chosen)];
        const heldOut = isHeldOut(matchId);
        return one && other ? [{ chooser: one, chosen: other, chooserId: chooser, liked, propensity, heldOut }] : [];
      }),
      conversations: talked.flatMap(({ matchId, one, other, connection }) => {
        const [first, second] = [people.get(one), people.get(other)];
        return first && second ? [{ one: first, other: second, connection, heldOut: isHeldOut(matchId) }] : [];
      }),
      samples: await samples(),
    };
  }

  /** What the events of people who answered questions said, by loading. */
  async function samples(): Promise<WithHoldout<LoadingSample>[]> {
    const population = { ...priorPopulation(), ...(await store.findPopulation(db)) };
    const found: WithHoldout<LoadingSample>[] = [];
    for (const userId of await learning.listUsersWithAnswers(db, PEOPLE_MAX)) {
      const answers = (await store.listAnswers(db, userId)).map(({ itemId, answer }) => ({ id: itemId, answer }));
      const answered = applyEvidence(priorState(), answerEvidence(answers));
      const events = await model.openEvents(db, userId, await store.listRecentEvents(db, userId, new Date(0)));
      const evidence = events.flatMap((event) =>
        toEvidence(event, population, {}).map((item) => ({ ...item, of: eventGroup(event) ?? event })),
      );
      for (const [key, items] of Map.groupBy(evidence, (item) => item.key ?? '')) {
        const k = traitIndex((items[0] as (typeof items)[number]).trait);
        if ((answered.variances[k] ?? 1) >= 1) continue;
        const z = items.reduce((sum, item) => sum + item.z, 0) / items.length;
        const weight = countIndependent(Map.groupBy(items, ({ of }) => of).values());
        found.push({ key, z, weight, trait: answered.means[k] ?? 0, heldOut: isHeldOut(userId) });
      }
    }
    return found;
  }

  /** Everyone's vectors by the weights in use, page by page. */
  async function reindex(): Promise<number> {
    model.clearWeightsCache();
    let done = 0;
    for (let after = FIRST_ID; ; ) {
      const page = await learning.listProfilesPage(db, after, PAGE);
      const last = page.at(-1);
      if (!last) return done;
      const weights = await model.weights(db);
      const people = await getUserModels(
        db,
        page.map(({ userId }) => userId),
      );
      const rows = page.flatMap(({ userId, version }) => {
        const person = people.get(userId);
        return person
          ? [{ userId, version, offer: offerVector(person, weights), seek: seekVector(person, weights) }]
          : [];
      });
      await learning.updateVectors(db, rows);
      done += rows.length;
      after = last.userId;
    }
  }

  return { learn, reindex };
}

/** A fifth of everything, always the same: both sides of a pair on the same side of the line. */
export function isHeldOut(id: string): boolean {
  return Number.parseInt(id.at(-1) ?? '0', 16) < HELD_OUT_SIXTEENTHS;
}

/** How many independent observations some groups of dependent ones are worth (a design effect, Kish 1965). */
function countIndependent(groups: Iterable<readonly unknown[]>): number {
  let worth = 0;
  for (const { length } of groups) worth += length / (1 + GROUP_CORRELATION * (length - 1));
  return Math.min(WEIGHT_MAX, worth);
}

async function fitInWorker(happened: TrainingData, weights: Weights): Promise<LearnedParts> {
  const worker = new Worker(new URL('./nightly.worker.ts', import.meta.url), { workerData: { happened, weights } });
  const [learned] = (await once(worker, 'message')) as [LearnedParts];
  return learned;
}
