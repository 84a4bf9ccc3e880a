import { HARD_MOMENTS, TURNING_POINTS } from '@soulsight/contract/wingman';

/** What somebody tells about themselves, by the one question that fits whatever the details are. */
const TELLINGS = [
  'does',
  'works',
  'lives',
  'pet',
  'trip_ahead',
  'was_there',
  'own_plan',
  'media',
  'learns',
  'made',
  'likes',
] as const;

/** What one chat message does; `tells` is a telling that none of the questions fits. The order is that of the rows in the weights file. */
export const ACTS = [
  ...HARD_MOMENTS,
  ...TURNING_POINTS,
  'plan_offer',
  'plan_yes',
  'plan_no',
  'plan_detail',
  'asks_choice',
  'asks_you',
  'bad_day',
  'heavy',
  'good_news',
  'funny',
  'compliment',
  'needs_reassurance',
  'apology',
  'thanks',
  'night',
  'greeting',
  'language_help',
  'contact_ask',
  'photo_ask',
  'tells',
  'opinion',
  'agree',
  ...TELLINGS,
] as const;
export type Act = (typeof ACTS)[number];

export function isAct(text: string): text is Act {
  return (ACTS as readonly string[]).includes(text);
}

/** The label of an example that may be any telling: it was written before there were kinds of them. */
export const ANY_TELLING = 'any_telling';
export type ExampleLabel = Act | typeof ANY_TELLING;

/** The acts that an example with this label may be. */
export function listPossibleActs(label: ExampleLabel): readonly Act[] {
  return label === ANY_TELLING ? ['tells', ...TELLINGS] : [label];
}
