import { priorPopulation } from '@soulsight/affinity/events';
import { offerVector, seekVector } from '@soulsight/affinity/index-vectors';
import {
  DEFAULT_WEIGHTS,
  newcomer,
  type UserModel,
  updateOnDecision,
  type Weights,
} from '@soulsight/affinity/interest';
import { fallbackState, type TraitState } from '@soulsight/affinity/traits';
import type { BehaviouralEventType, Evolution } from '@soulsight/contract/bgp';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Trait } from '@soulsight/contract/traits';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import {
  analysisStatus,
  applyBehaviour,
  collectNewStats,
  combineEvidence,
  countObservations,
  describeEvolution,
  eventGroup,
  FALLBACK_REASONS,
  fadeBehaviour,
  type OpenedEvent,
  type Reading,
  toIsoDay,
} from './bgp.rules.ts';
import type { BgpEventRow, BgpProfileRow, UserModelRow } from './bgp.store.ts';
import * as store from './bgp.store.ts';

const APPLY_BATCH = 500;
/** A newly adopted set of weights is in use everywhere after this time. */
export const WEIGHTS_TTL_MS = MINUTE_MS;
export const EVENT_CONTEXT = 'bgp_events.metadata';
const ANALYSIS_CONTEXT = 'bgp_profiles.analysis';

/** What is changed of a profile; what is left out stays as it is. */
type Change = {
  behaviour?: TraitState;
  reading?: Reading;
  causes?: ReadonlyMap<Trait, BehaviouralEventType>;
  /** Why traits moved that no event moved. */
  otherwise: 'questions' | 'analysis' | 'time';
  lastActivity?: Date | undefined;
};

/** The stored profiles: what is believed of people, and how it changes. Every function is part of the caller's transaction. */
export function createBgpModel({ clock, vault, outbox }: Pick<Core, 'clock' | 'vault' | 'outbox'>) {
  let known: { weights: Weights; until: number } | null = null;

  /** The adopted weights, or the ones that are assumed before the first nightly fit. */
  async function weights(db: Db): Promise<Weights> {
    const now = clock.now().getTime();
    if (!known || known.until <= now)
      known = { weights: (await store.findAdoptedWeights(db)) ?? DEFAULT_WEIGHTS, until: now + WEIGHTS_TTL_MS };
    return known.weights;
  }

  /** Weights were adopted: this process takes them from the next question on. */
  function clearWeightsCache(): void {
    known = null;
  }

  async function ensure(db: Db, userId: string): Promise<BgpProfileRow> {
    const found = await store.findBgpProfile(db, userId);
    if (found) return found;
    await store.insertBgpProfile(db, { userId, createdAt: clock.now(), ...(await createInitialValues(db, userId)) });
    return (await store.findBgpProfile(db, userId)) as BgpProfileRow;
  }

  /** The values of someone of whom nothing is known. */
  async function createInitialValues(db: Db, userId: string) {
    const now = clock.now();
    const { means, variances, a, va, b, vb } = newcomer(fallbackState());
    const consents = await store.hasConsent(db, userId);
    return {
      means,
      variances,
      behaviourMeans: means,
      behaviourVariances: variances,
      a,
      va,
      b,
      vb,
      preference: null,
      analysis: null,
      analysedAt: null,
      lastActivity: null,
      forgottenAt: now,
      updatedAt: now,
      ...analysisStatus({ status: 'fallback', events: 0, answers: 0 }),
      ...(consents ? {} : { fallbackReason: FALLBACK_REASONS.noConsent }),
      ...(await calculateVectors(db, { means, variances, a, va, b, vb, p: null })),
    };
  }

  async function calculateVectors(db: Db, person: UserModel) {
    const current = await weights(db);
    // The price of exposure changes by the hour: the search lays it on by itself.
    return { offer: offerVector(person, current), seek: seekVector(person, current) };
  }

  async function lock(tx: Tx, userId: string): Promise<BgpProfileRow> {
    await ensure(tx, userId);
    return (await store.lockBgpProfiles(tx, [userId]))[0] as BgpProfileRow;
  }

  /** Takes in what was recorded and not applied yet; true when there was something. */
  async function applyEvents(tx: Tx, userId: string): Promise<boolean> {
    const row = await lock(tx, userId);
    if (!(await store.hasConsent(tx, userId))) {
      // What was on its way while consent was withdrawn goes, too.
      await store.deleteFeatures(tx, userId);
      return false;
    }
    const rows = await store.listUnapplied(tx, userId, APPLY_BATCH);
    if (rows.length === 0) return false;
    const events = await openEvents(tx, userId, rows);
    const population = { ...priorPopulation(), ...(await store.findPopulation(tx)) };
    const { loadings } = await weights(tx);
    const earlier = countObservations(await listEarlierEvents(tx, userId, events), population);
    const { state, causes } = applyBehaviour(currentBehaviour(row), events, population, earlier, loadings);
    for (const { feature, seen } of collectNewStats(population, events))
      await store.addToPopulation(tx, feature, seen, population[feature]);
    await store.markApplied(
      tx,
      rows.map(({ id }) => id),
    );
    await save(tx, row, { behaviour: state, causes, otherwise: 'time', lastActivity: rows.at(-1)?.at });
    return rows.length === APPLY_BATCH ? applyEvents(tx, userId) : true;
  }

  function currentBehaviour({ behaviourMeans, behaviourVariances, forgottenAt }: BgpProfileRow): TraitState {
    return fadeBehaviour({ means: behaviourMeans, variances: behaviourVariances }, forgottenAt, clock.now());
  }

  /** Events with their features opened; one whose features cannot be read any more says nothing. */
  async function openEvents(db: Db, userId: string, rows: readonly BgpEventRow[]): Promise<OpenedEvent[]> {
    const texts = await vault.openMany(
      db,
      rows.map(({ metadata }) => ({ owner: `user:${userId}`, sealed: metadata, context: EVENT_CONTEXT })),
    );
    return rows.map(({ type, subjectId, at }, n) => ({
      type,
      subjectId,
      at,
      features: JSON.parse(texts[n] ?? '{}') as OpenedEvent['features'],
    }));
  }

  /** What the same talks already gave on the same days. */
  async function listEarlierEvents(tx: Tx, userId: string, events: readonly OpenedEvent[]): Promise<OpenedEvent[]> {
    const groups = new Map(events.map((event) => [eventGroup(event), event]));
    const found: OpenedEvent[] = [];
    for (const [group, { subjectId, at }] of groups) {
      if (group === undefined || subjectId === null) continue;
      const from = new Date(`${toIsoDay(at)}T00:00:00Z`);
      const to = new Date(from.getTime() + DAY_MS);
      const rows = await store.listAppliedOfDay(tx, userId, { subjectId, from, to });
      found.push(...(await openEvents(tx, userId, rows)));
    }
    return found;
  }

  /** Works the profile out anew from all that is known, keeps it, notes what changed and tells the person's devices. */
  async function save(tx: Tx, row: BgpProfileRow, change: Change): Promise<void> {
    const { userId } = row;
    const now = clock.now();
    const behaviour = change.behaviour ?? currentBehaviour(row);
    const answers = await store.listAnswers(tx, userId);
    const reading = change.reading ?? (await findReading(tx, row));
    const given = answers.map(({ itemId, answer }) => ({ id: itemId, answer }));
    const state = combineEvidence(behaviour, given, reading);
    const stands = analysisStatus({
      status: row.analysisStatus,
      events: await store.countWeighing(tx, userId),
      answers: given.filter(({ answer }) => answer !== null).length,
    });
    await store.updateBgpProfile(tx, userId, {
      ...state,
      behaviourMeans: behaviour.means,
      behaviourVariances: behaviour.variances,
      forgottenAt: now,
      updatedAt: now,
      ...stands,
      ...(change.reading && { analysis: await sealReading(tx, userId, change.reading), analysedAt: now }),
      ...(change.lastActivity && { lastActivity: change.lastActivity }),
      ...(await calculateVectors(tx, { ...toUserModel(row), ...state })),
    });
    await recordEvolution(tx, userId, describeEvolution(row, state, change.causes ?? new Map(), change.otherwise, now));
    await outbox.publish(tx, { to: [userId], type: 'bgp_update', payload: { needs_refetch: true } });
  }

  /** Changes of one day with one reason are one line of the story. */
  async function recordEvolution(tx: Tx, userId: string, changes: readonly Evolution[]): Promise<void> {
    if (changes.length === 0) return;
    const now = clock.now();
    const today = await store.listEvolutionSince(tx, userId, new Date(`${toIsoDay(now)}T00:00:00Z`));
    const fresh: Evolution[] = [];
    for (const change of changes) {
      const same = today.findLast(({ trait, because }) => trait === change.trait && because === change.because);
      if (!same) fresh.push(change);
      else if (same.from === change.to) await store.deleteEvolution(tx, same.id);
      else await store.updateEvolution(tx, same.id, change.to, now);
    }
    await store.insertEvolution(
      tx,
      fresh.map(({ trait, from, to, because }) => ({ userId, trait, from, to, because, at: now })),
    );
  }

  async function sealReading(tx: Tx, userId: string, reading: Reading): Promise<Buffer> {
    return vault.seal(tx, `user:${userId}`, reading, ANALYSIS_CONTEXT);
  }

  async function findReading(db: Db, { userId, analysis }: BgpProfileRow): Promise<Reading | null> {
    if (!analysis) return null;
    return vault.openJson<Reading>(db, `user:${userId}`, analysis, ANALYSIS_CONTEXT).catch(() => null);
  }

  /** After a like or a pass: how readily one says yes, and how often others say yes to the other. Only of those who agreed. */
  async function learnFromDecision(
    tx: Tx,
    { by, about, yes }: { by: string; about: string; yes: boolean },
  ): Promise<void> {
    await ensure(tx, by);
    await ensure(tx, about);
    const rows = await store.lockBgpProfiles(tx, [by, about]);
    const chooser = rows.find((row) => row.userId === by);
    const chosen = rows.find((row) => row.userId === about);
    if (!chooser || !chosen) return;
    const consenting = await store.listConsenting(tx, [by, about]);
    const { a, va, b, vb } = updateOnDecision(
      toUserModel(chooser),
      toUserModel(chosen),
      yes ? 1 : 0,
      await weights(tx),
    );
    if (consenting.has(by)) await saveUserModel(tx, by, { ...toUserModel(chooser), a, va });
    if (consenting.has(about)) await saveUserModel(tx, about, { ...toUserModel(chosen), b, vb });
  }

  async function saveUserModel(tx: Tx, userId: string, person: UserModel): Promise<void> {
    const { a, va, b, vb } = person;
    await store.updateBgpProfile(tx, userId, { a, va, b, vb, ...(await calculateVectors(tx, person)) });
  }

  /** Consent was withdrawn: features, events, answers and what was learned from them are gone. */
  async function erase(tx: Tx, userId: string): Promise<void> {
    await lock(tx, userId);
    await store.deleteFeatures(tx, userId);
    await store.updateBgpProfile(tx, userId, {
      ...(await createInitialValues(tx, userId)),
      fallbackReason: FALLBACK_REASONS.noConsent,
    });
    await outbox.publish(tx, { to: [userId], type: 'bgp_update', payload: { needs_refetch: true } });
  }

  return {
    weights,
    clearWeightsCache,
    ensure,
    lock,
    applyEvents,
    save,
    openEvents,
    findReading,
    learnFromDecision,
    erase,
  };
}

export type BgpModel = ReturnType<typeof createBgpModel>;

/** People asked for in one statement. */
const USER_MODELS_PAGE = 500;

/** People as the model of matching takes them, by id; whoever has no profile is left out. */
export async function getUserModels(db: Db, userIds: readonly string[]): Promise<Map<string, UserModel>> {
  const persons = new Map<string, UserModel>();
  for (let from = 0; from < userIds.length; from += USER_MODELS_PAGE) {
    const rows = await store.listUserModels(db, userIds.slice(from, from + USER_MODELS_PAGE));
    for (const row of rows) persons.set(row.userId, toUserModel(row));
  }
  return persons;
}

/** A stored profile as the model of matching takes it. */
export function toUserModel(row: UserModelRow): UserModel {
  const { means, variances, a, va, b, vb, preference } = row;
  return { means, variances, a, va, b, vb, p: preference };
}
