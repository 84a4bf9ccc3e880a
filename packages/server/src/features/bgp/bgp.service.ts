import type { CompatibilityResult } from '@soulsight/affinity/compatibility';
import type { OwnEffect, UserModel, Weights } from '@soulsight/affinity/interest';
import type { Aura } from '@soulsight/contract/aura';
import type {
  AnswerNotice,
  BgpProfile,
  Compatibility,
  Insight,
  Question,
  Recommendation,
} from '@soulsight/contract/bgp';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { ProfileFacts } from '../profile/profile-facts.service.ts';
import { createBgpModel } from './bgp.model.ts';
import { type CompatibilityDeps, createCompatibility } from './compatibility/compatibility.service.ts';
import { getUserModels } from './compatibility/user-models.ts';
import type { Decision } from './decisions/decision-learner.ts';
import { createEventRecorder, type NewBgpEvent, type RecordedEvent } from './events/event-recorder.service.ts';
import { createLearning, type NightlyResult } from './learning/learning.service.ts';
import { createMaintenance } from './profiles/maintenance.service.ts';
import { createProfileView } from './profiles/profile-view.service.ts';
import { type AnalysisDeps, createAnalysis } from './self-report/analysis.service.ts';
import { type Answers, createQuestions } from './self-report/questions.service.ts';

export type { NewBgpEvent, RecordedEvent };

/** The services that bgp uses. */
export type BgpDeps = AnalysisDeps & CompatibilityDeps & { profileFacts: ProfileFacts };

type AnswerSummary = { answered: number; total: number; notice: AnswerNotice | null };

export interface BgpService {
  /** Creates the fallback profile when missing. */
  ensure(db: Db, userId: string): Promise<void>;
  /** Whether a user's profile is ready for matching, as the specification defines it. */
  isReady(db: Db, userId: string): Promise<boolean>;
  /** Records an event observed by the server; it is applied within seconds. Does nothing without consent. */
  record(tx: Tx, event: RecordedEvent): Promise<void>;
  /** Records several events of one user in one statement. */
  recordAll(tx: Tx, userId: string, events: readonly NewBgpEvent[]): Promise<void>;
  /** Stores an event reported by a client, for the user's data export only: it does not affect the profile. */
  report(userId: string, event: RecordedEvent): Promise<void>;
  /** Applies recorded events; the work of `APPLY_JOB`. */
  apply(userId: string): Promise<void>;
  /** Applies events whose job was lost; run every minute. Returns how many users were affected. */
  sweep(): Promise<number>;
  /** Fades profiles that did not change for a day; run daily. Returns how many. */
  fade(): Promise<number>;
  /** Refits the matching model; run nightly, once per cluster. */
  learn(): Promise<NightlyResult>;
  /** Recalculates all index vectors with the adopted weights; returns how many. */
  reindex(): Promise<number>;
  profile(userId: string): Promise<BgpProfile>;
  /** @throws forbidden unless the profile is the user's own */
  insights(userId: string, bgpId: string, days: number): Promise<Insight[]>;
  recommendations(userId: string): Promise<Recommendation[]>;
  /** @throws consent_required, no_fallback_profile, analysis_unavailable */
  analyze(userId: string, retryFallback: boolean): Promise<BgpProfile>;
  /** Applies recorded events now and returns the profile. */
  update(userId: string): Promise<BgpProfile>;
  questions(userId: string): Promise<{ questions: Question[] } & AnswerSummary>;
  /** How many questions the user answered or skipped. */
  countQuestions(userId: string): Promise<{ answered: number; seen: number }>;
  /** @throws validation_failed, consent_required */
  answer(userId: string, answers: Answers): Promise<AnswerSummary>;
  /** Takes ids of profiles or users; one must be the caller's. @throws forbidden, not_found, profile_missing */
  getCompatibility(callerId: string, one: string, other: string): Promise<Compatibility>;
  /** @throws not_found, profile_missing */
  getMatchCompatibility(callerId: string, matchId: string): Promise<Compatibility>;
  /** The current score of a user with each of the others, without what they decided about each other. */
  scorePairs(userId: string, otherIds: readonly string[], db?: Db): Promise<Map<string, CompatibilityResult>>;
  /** The matching model's view of each user; users without a profile are absent. */
  getUserModels(db: Db, userIds: readonly string[]): Promise<Map<string, UserModel>>;
  /** @param seeds the random seed of each user's aura, by user id */
  auras(seeds: ReadonlyMap<string, number>, db: Db): Promise<Map<string, Aura>>;
  /** Learns from a like or a pass; returns what that did to the interest of the one user in the other. */
  learnFromDecision(tx: Tx, decision: Decision): Promise<OwnEffect>;
  /** The adopted weights of the matching model. */
  getWeights(db?: Db): Promise<Weights>;
  /** All stored data of the user, decrypted, for their data export. */
  archive(userId: string): Promise<unknown>;
  /** Deletes everything learned about a user who withdrew consent. */
  erase(tx: Tx, userId: string): Promise<void>;
  /** Forgets what a language model read about a user who withdrew the consent to it. */
  eraseReading(tx: Tx, userId: string): Promise<void>;
  /** The same for all users without that consent who still have a reading; run daily. Returns how many. */
  eraseWithdrawnReadings(): Promise<number>;
}

export function createBgpService(
  core: Pick<Core, 'db' | 'clock' | 'vault' | 'outbox' | 'jobs' | 'log'>,
  deps: BgpDeps,
): BgpService {
  const { db } = core;
  const model = createBgpModel(core, deps.profileFacts);
  const maintenance = createMaintenance(core, model);
  const view = createProfileView(core, { ...deps, model });
  const questionnaire = createQuestions(core, model);
  const { analyze, eraseReading, eraseWithdrawnReadings } = createAnalysis(core, {
    ...deps,
    model,
    apply: maintenance.apply,
  });

  return {
    ...maintenance,
    ...view,
    ...questionnaire,
    ...createEventRecorder(core, model),
    ...createLearning(core, model),
    ...createCompatibility(core, { ...deps, model }),
    learnFromDecision: model.learnFromDecision,
    erase: model.erase,
    eraseReading,
    eraseWithdrawnReadings,
    getUserModels,
    getWeights: (handle = db) => model.getWeights(handle),
    async ensure(handle, userId) {
      await model.ensure(handle, userId);
    },
    async analyze(userId, retryFallback) {
      await analyze(userId, retryFallback);
      return view.profile(userId);
    },
    async update(userId) {
      await maintenance.apply(userId);
      return view.profile(userId);
    },
    async archive(userId) {
      const { questions } = await questionnaire.questions(userId);
      return { ...(await view.archive(userId)), answers: questions.filter(({ answer }) => answer !== null) };
    },
  };
}
