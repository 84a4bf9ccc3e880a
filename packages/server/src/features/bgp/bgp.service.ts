import { buildInsights, buildRecommendations, type RecentActivity } from '@soulsight/affinity/analyst';
import { deriveAura } from '@soulsight/affinity/aura';
import type { UserModel, Weights } from '@soulsight/affinity/interest';
import { ITEMS } from '@soulsight/affinity/questionnaire';
import { fallbackState, fallbackTraits, overallScore, shownTraits, traitReadings } from '@soulsight/affinity/traits';
import type { Aura } from '@soulsight/contract/aura';
import {
  BEHAVIOURAL_EVENTS,
  type BehaviouralEvent,
  type BehaviouralEventType,
  type BgpProfile,
  type Compatibility,
  type Insight,
  type Question,
  type Recommendation,
} from '@soulsight/contract/bgp';
import { AppError } from '@soulsight/contract/errors';
import { RECENT_EVENTS_MAX } from '@soulsight/contract/limits';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import { forEachSettled } from '../../core/jobs/for-each-settled.ts';
import { countPhotos, countPrompts, listAuraSeeds } from '../profile/profile.store.ts';
import { type AnalysisDeps, createAnalysis } from './analysis.service.ts';
import { createBgpModel, EVENT_CONTEXT, getUserModels, toUserModel } from './bgp.model.ts';
import { FALLBACK_REASONS, isUntouched, type OpenedEvent } from './bgp.rules.ts';
import type { BgpProfileRow } from './bgp.store.ts';
import * as store from './bgp.store.ts';
import { type CompatibilityDeps, createCompatibility } from './compatibility.service.ts';
import { createLearning, type NightlyResult } from './learning.service.ts';
import { type Answers, createQuestions } from './questions.service.ts';

export const APPLY_JOB = 'bgp.apply';
const EVOLUTION_SHOWN = 60;
const FADE_BATCH = 200;
/** A job that a crash lost is made up for after this time. */
const SWEEP_AFTER_MS = MINUTE_MS;

export type RecordedEvent = {
  userId: string;
  type: BehaviouralEventType;
  metadata: OpenedEvent['features'];
  /** The conversation or match it belongs to. */
  subjectId?: string | null;
  at?: Date;
};

/** An event whose user is named beside it. */
export type NewBgpEvent = Omit<RecordedEvent, 'userId'>;

/** The services that bgp uses. */
export type BgpDeps = AnalysisDeps & CompatibilityDeps;

export interface BgpService {
  ensure(db: Db, userId: string): Promise<void>;
  /** Keeps an event that the server saw, and has it taken in within a second. Nothing is kept without consent. */
  record(tx: Tx, event: RecordedEvent): Promise<void>;
  /** The same for several events of one person, written together. */
  recordAll(tx: Tx, userId: string, events: readonly NewBgpEvent[]): Promise<void>;
  /** An event that a client tells of: kept for the person's own archive, and weighs nothing. */
  report(userId: string, event: RecordedEvent): Promise<void>;
  /** Takes in what was recorded; what the job does. */
  apply(userId: string): Promise<void>;
  /** Makes up for jobs that were lost. */
  sweep(): Promise<number>;
  /** Lets what nothing has touched for a day fade; run daily. */
  fade(): Promise<number>;
  /** Refits the model from what happened; run nightly, once over all nodes. */
  learn(): Promise<NightlyResult>;
  /** Works out everyone's vectors by the weights in use; what the job after an adoption does. */
  reindex(): Promise<number>;
  profile(userId: string): Promise<BgpProfile>;
  insights(userId: string, bgpId: string, days: number): Promise<Insight[]>;
  recommendations(userId: string): Promise<Recommendation[]>;
  /** @throws consent_required, no_fallback_profile, analysis_unavailable */
  analyze(userId: string, retryFallback: boolean): Promise<BgpProfile>;
  update(userId: string): Promise<BgpProfile>;
  questions(userId: string): Promise<{ questions: Question[]; answered: number; total: number }>;
  answer(userId: string, answers: Answers): Promise<{ answered: number; total: number }>;
  /** By ids of profiles or people, of which one is the caller's. @throws forbidden, not_found, profile_missing */
  getCompatibility(callerId: string, one: string, other: string): Promise<Compatibility>;
  getMatchCompatibility(callerId: string, matchId: string): Promise<Compatibility>;
  person(db: Db, userId: string): Promise<UserModel>;
  /** Those of them who have a profile. */
  persons(db: Db, userIds: readonly string[]): Promise<Map<string, UserModel>>;
  auras(userIds: readonly string[], db: Db): Promise<Map<string, Aura>>;
  /** Learns from a like or a pass. */
  learnFromDecision(tx: Tx, decision: { by: string; about: string; yes: boolean }): Promise<void>;
  weights(db?: Db): Promise<Weights>;
  /** Everything kept, opened, for the person's archive. */
  archive(userId: string): Promise<unknown>;
  /** Forgets everything: consent was withdrawn. */
  erase(tx: Tx, userId: string): Promise<void>;
}

export function createBgpService(
  deps: Pick<Core, 'db' | 'clock' | 'vault' | 'outbox' | 'jobs' | 'log'>,
  others: BgpDeps,
): BgpService {
  const { db, clock, vault, jobs, log } = deps;
  const model = createBgpModel(deps);
  const { analyze } = createAnalysis(deps, { ...others, model, apply });
  const { questions, answer } = createQuestions(deps, model);
  const { learn, reindex } = createLearning(deps, model);
  const compatibility = createCompatibility(deps, { ...others, model, persons: getUserModels });

  async function recordAll(tx: Tx, userId: string, events: readonly NewBgpEvent[]): Promise<void> {
    if (events.length === 0 || !(await store.hasConsent(tx, userId))) return;
    const features = events.map(({ metadata }) => metadata);
    const sealed = await vault.sealMany(tx, `user:${userId}`, features, EVENT_CONTEXT);
    const rows = events.map(({ type, subjectId = null, at }, n) => ({
      userId,
      type,
      metadata: sealed[n] as Buffer,
      weighs: true,
      subjectId,
      at: at ?? clock.now(),
    }));
    await store.insertEvents(tx, rows);
    await jobs.send(APPLY_JOB, { userId }, { tx, singletonKey: userId });
  }

  async function report(userId: string, { type, metadata }: RecordedEvent): Promise<void> {
    if (!(await store.hasConsent(db, userId))) return;
    const sealed = await vault.seal(db, `user:${userId}`, metadata, EVENT_CONTEXT);
    await store.insertEvents(db, [{ userId, type, metadata: sealed, weighs: false, applied: true, at: clock.now() }]);
    await store.pruneReported(db, userId, RECENT_EVENTS_MAX);
  }

  async function apply(userId: string): Promise<void> {
    await db.transaction((tx) => model.applyEvents(tx, userId));
  }

  async function sweep(): Promise<number> {
    const before = new Date(clock.now().getTime() - SWEEP_AFTER_MS);
    const people = await store.listUsersWithUnappliedEvents(db, before, FADE_BATCH);
    await forEachSettled(people, log, apply);
    return people.length;
  }

  async function fade(): Promise<number> {
    const before = new Date(clock.now().getTime() - DAY_MS);
    const failed: string[] = [];
    let touched = 0;
    for (;;) {
      const page = await store.listStaleProfiles(db, { before, except: failed, limit: FADE_BATCH });
      const fadeOne = (userId: string) =>
        db.transaction(async (tx) => model.save(tx, await model.lock(tx, userId), { otherwise: 'time' }));
      failed.push(...(await forEachSettled(page, log, fadeOne)));
      touched += page.length;
      if (page.length < FADE_BATCH) return touched;
    }
  }

  /** Consent that was given meanwhile is no reason any more; the next event or answer finds the new one. */
  async function findFallbackReason({ userId, fallbackReason }: BgpProfileRow): Promise<string | null> {
    const settled = fallbackReason === FALLBACK_REASONS.noConsent && (await store.hasConsent(db, userId));
    return settled ? FALLBACK_REASONS.new : fallbackReason;
  }

  async function profile(userId: string): Promise<BgpProfile> {
    const row = await model.ensure(db, userId);
    const [events, evolution, recent, auras] = await Promise.all([
      store.listRecentEvents(db, userId),
      store.listEvolution(db, userId, EVOLUTION_SHOWN),
      summarizeRecent(userId),
      calculateAuras([userId], db),
    ]);
    const traits = isUntouched(row) ? fallbackTraits() : shownTraits(row);
    return {
      id: row.id,
      traits,
      recent_events: presentEvents(userId, await model.openEvents(db, userId, events)),
      last_activity: row.lastActivity?.toISOString() ?? null,
      analysis_status: row.analysisStatus,
      needs_analysis: row.needsAnalysis,
      creation_date: row.createdAt.toISOString(),
      fallback_reason: await findFallbackReason(row),
      overall_score: overallScore(traits),
      readings: traitReadings(row),
      aura: auras.get(userId) as Aura,
      insights: buildInsights(row, recent),
      recommendations: buildRecommendations(row, recent),
      evolution: evolution.map(({ at, trait, from, to, because }) => ({
        at: at.toISOString(),
        trait,
        from,
        to,
        because,
      })),
    };
  }

  /** What the analyst looks at: counts of some days, or of the recent events. */
  async function summarizeRecent(userId: string, days?: number): Promise<RecentActivity> {
    const since = days === undefined ? undefined : new Date(clock.now().getTime() - days * DAY_MS);
    const events = await model.openEvents(db, userId, await store.listRecentEvents(db, userId, since));
    const [answers, prompts, photos] = await Promise.all([
      store.listAnswers(db, userId),
      countPrompts(db, userId),
      countPhotos(db, userId),
    ]);
    const tones = events.map(({ features }) => features.emotional_tone).filter((tone) => typeof tone === 'number');
    const kinds = Map.groupBy(events, ({ type }) => type);
    return {
      counts: Object.fromEntries([...kinds].map(([type, group]) => [type, group.length])),
      meanTone: tones.length === 0 ? null : tones.reduce((sum, tone) => sum + tone, 0) / tones.length,
      questionsAnswered: answers.filter(({ answer }) => answer !== null).length,
      questionsTotal: ITEMS.length,
      hasPhoto: photos > 0,
      promptsAnswered: prompts,
    };
  }

  async function insights(userId: string, bgpId: string, days: number): Promise<Insight[]> {
    const row = await model.ensure(db, userId);
    if (bgpId !== row.id && bgpId !== userId) throw new AppError('forbidden');
    return buildInsights(row, await summarizeRecent(userId, days));
  }

  async function update(userId: string): Promise<BgpProfile> {
    await apply(userId);
    return profile(userId);
  }

  async function archive(userId: string) {
    const row = await model.ensure(db, userId);
    const events = await model.openEvents(db, userId, await store.listAllEvents(db, userId));
    const { insights: _, recommendations: __, ...shown } = await profile(userId);
    return {
      profile: shown,
      choosing: { a: row.a, variance: row.va },
      analysis: await model.findReading(db, row),
      analysed_at: row.analysedAt,
      answers: (await questions(userId)).questions.filter(({ answer: value }) => value !== null),
      events: presentEvents(userId, events),
    };
  }

  async function calculateAuras(userIds: readonly string[], handle: Db): Promise<Map<string, Aura>> {
    const seeds = await listAuraSeeds(handle, userIds);
    const rows = new Map((await store.listBgpProfiles(handle, userIds)).map((row) => [row.userId, row]));
    return new Map(userIds.map((id) => [id, deriveAura(rows.get(id) ?? fallbackState(), seeds.get(id) ?? 0)]));
  }

  return {
    ensure: async (handle, userId) => {
      await model.ensure(handle, userId);
    },
    record: (tx, { userId, ...event }) => recordAll(tx, userId, [event]),
    recordAll,
    report,
    apply,
    sweep,
    fade,
    learn,
    reindex,
    profile,
    insights,
    recommendations: async (userId) =>
      buildRecommendations(await model.ensure(db, userId), await summarizeRecent(userId)),
    async analyze(userId, retryFallback) {
      await analyze(userId, retryFallback);
      return profile(userId);
    },
    update,
    questions,
    answer,
    ...compatibility,
    person: async (handle, userId) => toUserModel(await model.ensure(handle, userId)),
    persons: getUserModels,
    auras: calculateAuras,
    learnFromDecision: model.learnFromDecision,
    weights: (handle = db) => model.weights(handle),
    archive,
    erase: model.erase,
  };
}

function presentEvents(userId: string, events: readonly OpenedEvent[]): BehaviouralEvent[] {
  return events.map(({ type, features, at }) => ({
    type,
    ...BEHAVIOURAL_EVENTS[type],
    metadata: features as BehaviouralEvent['metadata'],
    timestamp: at.toISOString(),
    user_id: userId,
  }));
}
