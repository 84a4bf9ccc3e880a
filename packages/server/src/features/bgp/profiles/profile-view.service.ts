import { buildInsights, buildRecommendations, type RecentActivity } from '@soulsight/affinity/analyst';
import { deriveAura } from '@soulsight/affinity/aura';
import { ITEMS } from '@soulsight/affinity/questionnaire';
import { fallbackState } from '@soulsight/affinity/traits';
import type { Aura } from '@soulsight/contract/aura';
import type { BgpProfile, Insight, Recommendation } from '@soulsight/contract/bgp';
import { AppError } from '@soulsight/contract/errors';
import { DAY_MS } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { ProfileFacts } from '../../profile/profile-facts.service.ts';
import type { BgpModel } from '../bgp.model.ts';
import { isReady, presentBgpProfile, presentEvents } from '../bgp.presenter.ts';
import { FALLBACK_REASONS } from '../bgp.rules.ts';
import type { BgpProfileRow } from '../bgp.store.ts';
import * as store from '../bgp.store.ts';

const EVOLUTION_SHOWN = 60;
const EVOLUTION_ARCHIVED = 100_000;

type Parts = {
  model: Pick<BgpModel, 'ensure' | 'openEvents' | 'findReading' | 'findTally' | 'hasConsent'>;
  profileFacts: Pick<ProfileFacts, 'countPrompts' | 'countPhotos' | 'getAuraSeeds'>;
};

/** Behavioural profiles as their owners see them. */
export function createProfileView({ db, clock }: Pick<Core, 'db' | 'clock'>, { model, profileFacts }: Parts) {
  async function profile(userId: string): Promise<BgpProfile> {
    const row = await model.ensure(db, userId);
    const [rows, evolution, recent, userAuras, fallbackReason] = await Promise.all([
      store.listRecentEvents(db, userId),
      store.listEvolution(db, userId, EVOLUTION_SHOWN),
      summarizeRecent(userId),
      profileFacts.getAuraSeeds(db, [userId]).then((seeds) => auras(seeds, db)),
      findFallbackReason(row),
    ]);
    const events = await model.openEvents(db, userId, rows);
    return presentBgpProfile(row, { aura: userAuras.get(userId) as Aura, events, evolution, recent, fallbackReason });
  }

  /** Whether a user's profile is ready for matching. */
  async function isReadyNow(handle: Db, userId: string): Promise<boolean> {
    const row = await model.ensure(handle, userId);
    return isReady(row, await store.countWeighing(handle, userId));
  }

  /** The stored reason is outdated once the user has consented; the next event or answer updates it. */
  async function findFallbackReason({ userId, fallbackReason }: BgpProfileRow): Promise<string | null> {
    const isOutdated = fallbackReason === FALLBACK_REASONS.noConsent && (await model.hasConsent(db, userId));
    return isOutdated ? FALLBACK_REASONS.new : fallbackReason;
  }

  /** The activity of the given number of days, or of the most recent events. */
  async function summarizeRecent(userId: string, days?: number): Promise<RecentActivity> {
    const since = days === undefined ? undefined : new Date(clock.now().getTime() - days * DAY_MS);
    const events = await model.openEvents(db, userId, await store.listRecentEvents(db, userId, since));
    const [answers, prompts, photos] = await Promise.all([
      store.listAnswers(db, userId),
      profileFacts.countPrompts(userId),
      profileFacts.countPhotos(userId),
    ]);
    const tones = events.map(({ features }) => features.emotional_tone).filter((tone) => typeof tone === 'number');
    const byType = Map.groupBy(events, ({ type }) => type);
    return {
      counts: Object.fromEntries([...byType].map(([type, group]) => [type, group.length])),
      meanTone: tones.length === 0 ? null : tones.reduce((sum, tone) => sum + tone, 0) / tones.length,
      questionsAnswered: answers.filter(({ answer }) => answer !== null).length,
      questionsTotal: ITEMS.length,
      hasPhoto: photos > 0,
      promptsAnswered: prompts,
    };
  }

  /** @throws forbidden unless the profile is the user's own */
  async function insights(userId: string, bgpId: string, days: number): Promise<Insight[]> {
    const row = await model.ensure(db, userId);
    if (bgpId !== row.id && bgpId !== userId) throw new AppError('forbidden');
    return buildInsights(row, await summarizeRecent(userId, days));
  }

  async function recommendations(userId: string): Promise<Recommendation[]> {
    return buildRecommendations(await model.ensure(db, userId), await summarizeRecent(userId));
  }

  async function auras(seeds: ReadonlyMap<string, number>, handle: Db): Promise<Map<string, Aura>> {
    const states = await store.listTraitStates(handle, [...seeds.keys()]);
    return new Map([...seeds].map(([id, seed]) => [id, deriveAura(states.get(id) ?? fallbackState(), seed)]));
  }

  async function archive(userId: string) {
    const row = await model.ensure(db, userId);
    const events = await model.openEvents(db, userId, await store.listAllEvents(db, userId));
    const { insights: _, recommendations: __, evolution: ___, ...shown } = await profile(userId);
    return {
      profile: shown,
      evolution: await store.listEvolution(db, userId, EVOLUTION_ARCHIVED),
      behaviour: await model.findTally(db, row),
      choosing: { a: row.a, variance: row.va },
      analysis: await model.findReading(db, row),
      analysed_at: row.analysedAt,
      events: presentEvents(userId, events),
    };
  }

  return { profile, isReady: isReadyNow, insights, recommendations, auras, archive };
}
