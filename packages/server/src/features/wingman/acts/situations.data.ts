import { HARD_MOMENTS } from '@soulsight/contract/wingman';
import type { Act } from './act-labels.data.ts';

/** `hard` calls for care; the others for an answer, as the acts that the same answer fits. A wider situation is certain more often than its parts. */
export const SITUATIONS = {
  hard: HARD_MOMENTS,
  goodbye: ['goodbye'],
  hurt: ['hurt'],
  boundary: ['boundary'],
  offer: ['plan_offer'],
  plan_yes: ['plan_yes', 'plan_detail'],
  plan_no: ['plan_no'],
  choice: ['asks_choice'],
  question: ['asks_you'],
  sympathy: ['bad_day', 'heavy', 'illness', 'grief', 'abuse', 'self_harm'],
  worry: ['heavy', 'illness', 'grief', 'abuse', 'self_harm'],
  bad_day: ['bad_day'],
  good_news: ['good_news'],
  joke: ['funny'],
  kindness: ['compliment', 'thanks'],
  praise: ['compliment'],
  thanks: ['thanks'],
  reassure: ['needs_reassurance', 'apology'],
  apology: ['apology'],
  night: ['night'],
  greeting: ['greeting'],
  language_help: ['language_help'],
  contact_ask: ['contact_ask'],
  photo_ask: ['photo_ask'],
  gets_into: ['does', 'works'],
  enjoys: ['does', 'works', 'likes'],
  lives: ['lives'],
  pet: ['pet'],
  trip_ahead: ['trip_ahead'],
  ahead: ['trip_ahead', 'own_plan'],
  was_there: ['was_there'],
  media: ['media'],
  learns: ['learns'],
  made: ['made'],
} as const satisfies Record<string, readonly Act[]>;
export type Situation = keyof typeof SITUATIONS;
export const SITUATION_NAMES = Object.keys(SITUATIONS) as Situation[];
