import { AppError } from '@soulsight/contract/errors';
import { PROMPTS } from '@soulsight/contract/profile';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import { assertNoneFailed, forEachSettled } from '../../../core/jobs/for-each-settled.ts';
import { type Llm, LlmUnchargedError } from '../../../core/llm/llm.ts';
import { LlmLimitError } from '../../../core/llm/site-limit.ts';
import type { ProfileFacts } from '../../profile/profile-facts.service.ts';
import type { BgpModel } from '../bgp.model.ts';
import { FALLBACK_REASONS, type Reading } from '../bgp.rules.ts';
import * as store from '../bgp.store.ts';
import { type ReadingFacts, readTraits } from './llm-trait-reader.ts';

const BATCH = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface AnalysisDeps {
  profileFacts: Pick<ProfileFacts, 'getConsents' | 'lockConsents' | 'getProfileText' | 'createScrubber'>;
  llm: Llm | null;
  /** Counts a reading of a user's answers by the language model; false if that were too many. */
  mayRead(userId: string): Promise<boolean>;
  /** Takes the count of a reading back. */
  refundReading(userId: string): Promise<void>;
}

type Parts = AnalysisDeps & { model: BgpModel; apply(userId: string): Promise<void> };

/** Analysis on request: by a language model when one is configured and the user agrees, defaultCause by the local analyst. */
export function createAnalysis(
  { db, log }: Pick<Core, 'db' | 'log'>,
  { model, profileFacts, llm, mayRead, refundReading, apply }: Parts,
) {
  /** @throws consent_required, no_fallback_profile, analysis_unavailable */
  async function analyze(userId: string, retryFallback: boolean): Promise<void> {
    if (!(await model.hasConsent(db, userId))) throw new AppError('consent_required');
    const row = await model.ensure(db, userId);
    if (retryFallback && row.analysisStatus !== 'fallback') throw new AppError('no_fallback_profile');
    await apply(userId);
    const { reading, isOwed } = await readOrRecordFailure(userId);
    await db.transaction(async (tx) => {
      const locked = await model.lock(tx, userId);
      if (!(await model.hasConsent(tx, userId))) return;
      // While the language model read, its consent alone may have been withdrawn.
      const isAllowed = (await profileFacts.getConsents(userId, tx)).ai_processing;
      await model.save(tx, locked, { defaultCause: 'analysis', ...(reading && isAllowed && { reading }) });
      if (isOwed && isAllowed) await store.updateBgpProfile(tx, userId, { needsAnalysis: true });
    });
  }

  /**
   * The language model's reading, or null when the local analyst is used or there is no text to read. `isOwed`: it would have read, but
   * not that often, or not for the whole site that much, on one day. Records a failure in the profile.
   */
  async function readOrRecordFailure(userId: string): Promise<{ reading: Reading | null; isOwed: boolean }> {
    const none = { reading: null, isOwed: false };
    if (!llm || !(await profileFacts.getConsents(userId)).ai_processing) return none;
    const facts = await collectFacts(userId);
    if (facts.prompts.length === 0) return none;
    if (!(await mayRead(userId))) return { reading: null, isOwed: true };
    try {
      return { reading: await readTraits(llm, facts), isOwed: false };
    } catch (cause) {
      if (cause instanceof LlmUnchargedError) await refundReading(userId);
      if (cause instanceof LlmLimitError) return { reading: null, isOwed: true };
      await db.transaction(async (tx) => {
        const { analysisStatus } = await model.lock(tx, userId);
        const fallbackReason = analysisStatus === 'fallback' ? FALLBACK_REASONS.unavailable : null;
        await store.updateBgpProfile(tx, userId, { needsAnalysis: true, fallbackReason });
      });
      throw new AppError('analysis_unavailable', undefined, { cause });
    }
  }

  async function collectFacts(userId: string): Promise<ReadingFacts> {
    const text = await profileFacts.getProfileText(userId);
    return {
      prompts: text.prompts.map(({ key, answer }) => ({ question: PROMPTS[key], answer })),
      scrub: await profileFacts.createScrubber([userId]),
    };
  }

  /** Forgets what a language model read about a user who withdrew the consent to it. */
  async function eraseReading(tx: Tx, userId: string): Promise<void> {
    const row = await model.lock(tx, userId);
    if (row.analysis !== null) await model.save(tx, row, { reading: null, defaultCause: 'analysis' });
  }

  /** Does the same for users who had withdrawn it where no reading was erased then, such as on a node of an older version; returns how many. */
  async function eraseWithdrawnReadings(): Promise<number> {
    const eraseOne = (userId: string) =>
      db.transaction(async (tx) => {
        const consents = await profileFacts.lockConsents(tx, [userId]);
        if (!consents.get(userId)?.ai_processing) await eraseReading(tx, userId);
      });
    const failed: string[] = [];
    for (let [after, found] = [FIRST_ID, 0]; ; ) {
      const page = await store.listReadingsWithoutConsent(db, { after, limit: BATCH });
      failed.push(...(await forEachSettled(page, log, eraseOne)));
      const last = page.at(-1);
      if (last === undefined) {
        assertNoneFailed(failed, 'readings without consent could not be erased');
        return found;
      }
      found += page.length;
      after = last;
    }
  }

  return { analyze, eraseReading, eraseWithdrawnReadings };
}
