import { ITEMS } from '@soulsight/affinity/questionnaire';
import type { Aura } from '@soulsight/contract/aura';
import { DELETION_GRACE_MS } from '@soulsight/contract/limits';
import type { Me } from '@soulsight/contract/profile';
import type { Core } from '../../core/core.ts';
import type { ProfileDeps } from './profile.deps.ts';
import { EMPTY_PROFILE_TEXT } from './profile.presenter.ts';
import { missingSteps } from './profile.rules.ts';
import { toMatchPreferences, toOnboardingFacts, toPlace, toSearchFilters } from './profile.values.ts';
import type { ProfileRecords } from './profile-records.service.ts';

type Deps = Pick<ProfileDeps, 'profileText' | 'photos' | 'bgp' | 'trust' | 'subscription'> & {
  records: ProfileRecords;
};

/** The profile as its owner sees it. */
export function createOwnProfile(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { records, profileText, photos, bgp, trust, subscription }: Deps,
) {
  /** @throws not_found */
  async function me(userId: string): Promise<Me> {
    const { row, account } = await records.load(userId);
    const [opened, ownPhotos, auras, score, { plan, grace_until }, questions] = await Promise.all([
      profileText.open(db, [row]),
      photos.listOwn(userId),
      bgp.auras(new Map([[userId, row.auraSeed]]), db),
      trust.getScore(userId),
      subscription.getCurrent(userId),
      bgp.countQuestions(userId),
    ]);
    const text = opened.get(userId) ?? EMPTY_PROFILE_TEXT;
    const missing = missingSteps(toOnboardingFacts(row, text.prompts.length, questions));
    return {
      id: userId,
      email: account.email ?? '',
      firstName: text.firstName,
      name: text.firstName,
      isVerified: account.emailConfirmedAt !== null,
      trust_score: score.trust_score,
      trust_is_new: score.is_new,
      subscription: { plan },
      payment_due_until: grace_until,
      is_moderator: account.isModerator,
      is_operator: account.isOperator,
      is_demo: account.isDemo,
      birth_date: row.birthDate,
      gender: row.gender,
      wishes: toMatchPreferences(row),
      filters: toSearchFilters(row, plan),
      place: toPlace(row, text),
      intent: row.intent,
      work: text.work,
      interests: text.interests,
      prompts: text.prompts,
      photos: ownPhotos,
      aura: auras.get(userId) as Aura,
      paused: row.paused,
      consents: { terms_version: row.termsVersion, behavioural_analysis: row.analysisConsentAt !== null },
      onboarding: {
        missing,
        complete: missing.every((step) => step === 'questions'),
        questions: { seen: questions.seen, all: ITEMS.length },
      },
      created_at: account.createdAt.toISOString(),
      is_locked: account.lockedUntil !== null && account.lockedUntil > clock.now(),
      deletion_at: account.deletedAt ? new Date(account.deletedAt.getTime() + DELETION_GRACE_MS).toISOString() : null,
    };
  }

  return { me };
}
