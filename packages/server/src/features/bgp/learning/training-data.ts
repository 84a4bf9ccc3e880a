import { eventEvidence } from '@soulsight/affinity/events';
import { applyEvidence } from '@soulsight/affinity/evidence';
import type { LoadingSample } from '@soulsight/affinity/learning';
import type { TrainingData, WithHoldout } from '@soulsight/affinity/nightly';
import { ratingValues } from '@soulsight/affinity/observations';
import { answerEvidence } from '@soulsight/affinity/questionnaire';
import { priorState, traitIndex } from '@soulsight/affinity/traits';
import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import { eventGroup } from '../bgp.rules.ts';
import * as store from '../bgp.store.ts';
import { getUserModels } from '../compatibility/user-models.ts';
import { collectObservations } from '../decisions/observations.ts';
import type { EventVault } from '../events/event-vault.ts';
import { countIndependent, isHeldOut } from './learning.rules.ts';
import * as learning from './learning.store.ts';

const CONVERSATIONS_MAX = 20_000;
const USERS_MAX = 2_000;

type Events = Pick<EventVault, 'openEvents'>;

/** The data, and the version of each observed profile when it was read. */
export type Collected = { data: TrainingData; versions: Map<string, number> };

/** What the nightly fit learns from: the newest observations, ratings, conversations and events of consenting users. */
export async function collectTrainingData(
  { db, vault, clock }: Pick<Core, 'db' | 'vault' | 'clock'>,
  events: Events,
): Promise<Collected> {
  const { observations, ratings } = await collectObservations(db, vault, clock.now());
  const conversations = await learning.listConversationScores(db, CONVERSATIONS_MAX);
  const ids = [
    ...new Set([
      ...observations.flatMap(({ chooser, chosen }) => [chooser, chosen]),
      ...ratings.flatMap(({ rater, rated }) => [rater, rated]),
      ...conversations.flatMap(({ one, other }) => [one, other]),
    ]),
  ];
  // Before the models: a profile that changes in between then counts as changed.
  const versions = await learning.listProfileVersions(db, ids);
  const people = await getUserModels(db, ids);
  const data = {
    people,
    observations: observations.map(({ matchId, ...observation }) => ({ ...observation, heldOut: isHeldOut(matchId) })),
    ratings: ratings.map(({ matchId, ...rating }) => {
      const { rater, rated } = rating;
      return { rater, rated, values: ratingValues(rating), heldOut: isHeldOut(matchId) };
    }),
    conversations: conversations.flatMap(({ matchId, one: oneId, other: otherId, connection }) => {
      const [one, other] = [people.get(oneId), people.get(otherId)];
      return one && other ? [{ one, other, connection, heldOut: isHeldOut(matchId) }] : [];
    }),
    samples: await listLoadingSamples(db, events),
  };
  return { data, versions };
}

/** What the events of users who answered the questionnaire say about their answered traits, by loading. */
async function listLoadingSamples(db: Db, { openEvents }: Events): Promise<WithHoldout<LoadingSample>[]> {
  const population = await store.findPopulation(db);
  const samples: WithHoldout<LoadingSample>[] = [];
  for (const userId of await learning.listUsersWithAnswers(db, USERS_MAX)) {
    const answers = (await store.listAnswers(db, userId)).map(({ itemId, answer }) => ({ id: itemId, answer }));
    const answered = applyEvidence(priorState(), answerEvidence(answers));
    const events = await openEvents(db, userId, await store.listRecentEvents(db, userId, new Date(0)));
    const evidence = events.flatMap((event) =>
      eventEvidence(event.type, event.features, population).map((item) => ({
        ...item,
        of: eventGroup(event) ?? event,
      })),
    );
    for (const [key, items] of Map.groupBy(evidence, (item) => item.key ?? '')) {
      const k = traitIndex((items[0] as (typeof items)[number]).trait);
      if ((answered.variances[k] ?? 1) >= 1) continue;
      const z = items.reduce((sum, item) => sum + item.z, 0) / items.length;
      const weight = countIndependent(Map.groupBy(items, ({ of }) => of).values());
      samples.push({ key, z, weight, trait: answered.means[k] ?? 0, heldOut: isHeldOut(userId) });
    }
  }
  return samples;
}
