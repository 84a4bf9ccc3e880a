import { HARD_MOMENTS, type HardMoment, TURNING_POINTS } from '@soulsight/contract/wingman';
import { toComparable } from '../../../core/text/message-text.rules.ts';
import {
  type ActReading,
  findHardMoment,
  findMomentFrom,
  findSituations,
  readActs,
  sumActs,
  sumInParts,
} from '../acts/act-model.rules.ts';
import {
  announcesViolence,
  deniesDeath,
  extorts,
  hurtsThemselves,
  isInnocent,
  type Moment,
  matchMeantMoment,
  matchMoment,
  tellsOfDeath,
  tellsOfInjury,
} from './match-moment.rules.ts';
import { findPlainTelling } from './plain-tellings.rules.ts';

/** Abuse and violence get the same help, so each counts as the other. */
export function toNeed(moment: Moment): Moment {
  return moment === 'abuse' ? 'violence' : moment;
}

/** "My son passed his driving test", "un enterrement de vie de garçon" (a stag night), "my phone has been dead since Monday". */
const NO_DEATH =
  /(?<!\p{L})(?:passed (?:(?:his|her|their|its|the|an?|all|every) (?!(?:last|other|few|couple|week|fortnight|month|year|hour|evening|night|morning|day|weekend|long|short|while|moment)(?!\p{L}))|with (?:flying|distinction|merit|honou?rs))|enterrements? de vie d|(?:fast|beinahe) (?:vor \p{L}+ )?gestorben|vor \p{L}+ (?:fast |beinahe )?gestorben|(?:board|phone|battery|laptop|car|screen|line|app|wifi|radio|printer|engine)(?:'s| is| was| has been| went) dead)/giu;

/** Whether what sounds like a death is none: without it, nothing in the message speaks of one. */
function isNoDeath(content: string): boolean {
  const rest = content.replace(NO_DEATH, ' ');
  return rest !== content && matchMoment(rest) !== 'grief';
}

/** Asks for an address, a number or a call. */
const ASKS_TO_MEET =
  /(?<!\p{L})(?:address|where you live|pick you up|(?:phone )?number|video ?(?:call|chat)|face ?time|adresse|abholen|hol(?:e)? dich|nummer|videoanruf|video ?chat|direccion|recoj[oa]|recogerte|busco|numero|videollamada|appel (?:en )?visio|visio|venir te chercher|passe te prendre)(?!\p{L})|住所|迎えに|電話番号|ビデオ通話|ビデオ電話/u;
/** What makes more of it than a wish to meet. */
const MORE_THAN_TO_MEET =
  /(?<!\p{L})(?:hotel|room|bed|night|naked|nude|undress\p{L}*|shirt|bra|sexy|kiss|touch|body|pic|photo|owe|paid|alone|zimmer|bett|nacht|nackt|auszieh\p{L}*|schuldest|bezahlt|kuss\p{L}*|foto|bild|allein|habitacion|cama|noche|desnud\p{L}*|debes|pague|beso|sola|chambre|lit|nuit|nue?|dois|paye|bisou|embrass\p{L}*|seule)(?!\p{L})|ホテル|部屋|ベッド|裸|脱|キス|写真|体|泊/u;

/** A person who presses to meet or to call may be refused, and is not a danger by that alone. */
function onlyAsksToMeet(content: string): boolean {
  const { text } = toComparable(content);
  return ASKS_TO_MEET.test(text) && !MORE_THAN_TO_MEET.test(text);
}

/** When a message is not what the patterns, or the classifier, take it for. */
type SpecialCase = {
  /** How likely the classifier must find something hard, or the turning point, where the patterns find it; 0: they need no support. */
  supportFrom: number;
  /** How likely the classifier must find something hard where it alone finds this; without it, as likely as its threshold says. */
  foundFrom?: number;
  /** The patterns are mistaken. */
  isNotMatched?(content: string): boolean;
  /** The classifier is mistaken. */
  isNotFound?(content: string, acts: ActReading, mine: boolean): boolean;
};

/** Where people told of something hard in the words that the patterns know, the classifier was surer than this in nearly every conversation of the regression sets. */
const HARD: SpecialCase = { supportFrom: 0.6 };
const TURNING_POINT: SpecialCase = { supportFrom: 0.2 };
/** How likely the classifier alone must find pressure: "your turn, and no lies" is like it, too. */
const PRESSURE_FROM = 0.66;

const SPECIAL_CASES: Record<Moment, SpecialCase> = {
  // A user who may be in danger is asked about rather once too often. The classifier was trained with the word in titles as well.
  self_harm: {
    supportFrom: 0,
    isNotFound: (content) => matchMoment(content) === 'self_harm' && matchMeantMoment(content) === null,
  },
  // "I bought crypto once": the word alone says little.
  scam: { supportFrom: 0.35, foundFrom: 0.82 },
  // A threat is short, and may be dressed up as a joke.
  violence: { supportFrom: 0.25 },
  // An age may be an animal's.
  minor: { ...HARD, foundFrom: 0.8 },
  grief: {
    supportFrom: 0.55,
    isNotMatched: isNoDeath,
    isNotFound: (content) => deniesDeath(content) || isNoDeath(content),
  },
  sexual_pressure: {
    supportFrom: 0.4,
    foundFrom: 0.86,
    isNotFound: (content, acts, mine) =>
      sumInParts(acts, ['sexual_pressure']) < PRESSURE_FROM || (mine && onlyAsksToMeet(content)),
  },
  abuse: { supportFrom: 0.4 },
  hate: { ...HARD, foundFrom: 0.84 },
  // Told in passing, between other things.
  illness: { supportFrom: 0.5 },
  goodbye: TURNING_POINT,
  boundary: TURNING_POINT,
  hurt: TURNING_POINT,
};

/** So plain that nothing else in the message changes it. `unless`: where the patterns find one of these, they decide. */
const PLAINLY_TOLD: readonly { moment: HardMoment; tells(content: string): boolean; unless: readonly Moment[] }[] = [
  { moment: 'self_harm', tells: hurtsThemselves, unless: [] },
  {
    moment: 'violence',
    tells: (content) => !isInnocent(content) && announcesViolence(content),
    unless: ['self_harm'],
  },
  { moment: 'abuse', tells: tellsOfInjury, unless: ['self_harm'] },
  { moment: 'sexual_pressure', tells: extorts, unless: ['self_harm', 'abuse', 'violence', 'scam'] },
];

/** How likely the classifier must find another hard moment than the patterns, so that theirs does not count. */
const OVERRULED_FROM = 0.7;

/**
 * What a message means for the conversation, the most urgent first; null for most messages. The patterns know what is usually said,
 * the classifier what is like its examples.
 * @param mine the reader wrote it
 */
export function readMoment(content: string, acts: ActReading = readActs(content), mine = false): Moment | null {
  const matched = matchMeantMoment(content);
  if (!matched && isInnocent(content)) return null;
  const told = PLAINLY_TOLD.find(({ tells, unless }) => !(matched && unless.includes(matched)) && tells(content));
  if (told) return told.moment;
  const plain = matched === 'self_harm' ? null : findPlainTelling(content);
  if (plain) return plain;
  const supported = findSupported(matched, content, acts);
  if (supported && isHard(supported)) return overrule(supported, acts);
  const found = findByClassifier(content, acts, mine);
  if (found) return found;
  const situations = findSituations(acts);
  return supported ?? TURNING_POINTS.find((moment) => situations.has(moment)) ?? null;
}

/** What is hard in a text as the classifier alone finds it. */
export function findByClassifier(content: string, acts: ActReading, mine = false): HardMoment | null {
  const found = findHardMoment(acts, mine);
  if (!found) return null;
  const { foundFrom = 0, isNotFound } = SPECIAL_CASES[found];
  return sumInParts(acts, HARD_MOMENTS) < foundFrom || isNotFound?.(content, acts, mine) ? null : found;
}

/** What the patterns find, if nothing speaks against it. The death of a relative needs no support. */
function findSupported(matched: Moment | null, content: string, acts: ActReading): Moment | null {
  if ((matched === null || matched === 'grief' || matched === 'illness') && tellsOfDeath(content)) return 'grief';
  if (matched === null || SPECIAL_CASES[matched].isNotMatched?.(content)) return null;
  return isSupported(matched, acts) ? matched : null;
}

/** "Send it in gift cards": the patterns know a word, the classifier the whole. */
function overrule(matched: HardMoment, acts: ActReading): HardMoment {
  const other = matched === 'self_harm' ? null : findMomentFrom(acts, OVERRULED_FROM);
  return other && toNeed(other) !== toNeed(matched) ? other : matched;
}

export function isHard(moment: Moment): moment is HardMoment {
  return HARD_MOMENTS.some((hard) => hard === moment);
}

function isSupported(moment: Moment, acts: ActReading): boolean {
  const { supportFrom } = SPECIAL_CASES[moment];
  return (isHard(moment) ? sumInParts(acts, HARD_MOMENTS) : sumActs(acts.whole, [moment])) >= supportFrom;
}
