import { HARD_MOMENTS, TURNING_POINTS } from '@soulsight/contract/wingman';

/** What one chat message does. The order is that of the rows in the weights file. */
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
] as const;
export type Act = (typeof ACTS)[number];

export function isAct(text: string): text is Act {
  return (ACTS as readonly string[]).includes(text);
}
