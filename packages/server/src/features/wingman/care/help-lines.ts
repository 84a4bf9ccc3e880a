import { readFileSync } from 'node:fs';
import { DAY_MS } from '@soulsight/contract/time';
import { z } from 'zod';
import { StartError } from '../../../core/config/start-error.ts';

const NEEDS = ['emergency', 'self_harm', 'danger', 'sexual_violence', 'childhood_abuse'] as const;
/** What a help line is for: an emergency, thoughts of suicide, violence at home, sexual violence, or abuse in childhood. */
export type Need = (typeof NEEDS)[number];

const helpLineSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  for: z.array(z.enum(NEEDS)).min(1),
  /** The number to call, or the address if there is no number. */
  contact: z.string().trim().min(2).max(40),
  url: z.url({ protocol: /^https$/ }).optional(),
  /** When, and with which public source, it was compared. Nobody called the number for that. */
  checked: z.strictObject({ on: z.iso.date(), against: z.string().trim().min(1).max(200) }).optional(),
});
const helpLinesSchema = z.strictObject({
  /** The day on which somebody called or looked up every line; null or missing before that. */
  reviewed: z.iso.date().nullish(),
  /** For people in a country that is not in the list. */
  anywhere: z.array(helpLineSchema).min(1),
  /** By ISO 3166-1 alpha-2 code. */
  countries: z.record(z.string().regex(/^[A-Z]{2}$/), z.array(helpLineSchema).min(1)),
});
export type HelpLines = z.infer<typeof helpLinesSchema>;
export type HelpLine = Omit<z.infer<typeof helpLineSchema>, 'for' | 'checked'>;

const OWN_FILE = new URL('./help-lines.json', import.meta.url);

/**
 * The help lines by country, from the operator's file or from our own.
 * @throws StartError if the operator's file cannot be read or has another shape
 */
export function loadHelpLines(file: string | null): HelpLines {
  try {
    return helpLinesSchema.parse(JSON.parse(readFileSync(file ?? OWN_FILE, 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new StartError(`HELP_LINES_FILE: ${file ?? OWN_FILE.pathname} is not a list of help lines: ${reason}`, {
      cause: error,
    });
  }
}

/** Numbers change: lines that were reviewed longer ago count as not reviewed. */
const REVIEW_LASTS_MS = 366 * DAY_MS;

/** What the operator should do before people rely on the lines; null if they were reviewed within a year. */
export function describeMissingReview({ reviewed }: Pick<HelpLines, 'reviewed'>, now: Date): string | null {
  const isRecent = reviewed && now.getTime() - Date.parse(reviewed) <= REVIEW_LASTS_MS;
  if (isRecent) return null;
  const since = reviewed ? `since ${reviewed}` : 'yet';
  return `nobody has checked the crisis help lines ${since}: check each, set "reviewed" in a copy of the file, and HELP_LINES_FILE to its path`;
}

/**
 * The lines of a country for some needs, and those for any country. Without a line for the need itself, the country's lines
 * against violence take its place.
 * @param country null if it is unknown
 */
export function findHelpLines(lines: HelpLines, country: string | null, needs: readonly Need[]): HelpLine[] {
  const local = (country && lines.countries[country]) || [];
  const fits = (line: { for: readonly Need[] }) => needs.some((need) => line.for.includes(need));
  const specific = local.filter(fits);
  const helping =
    specific.length > 0 || needs.includes('self_harm') ? specific : local.filter((line) => line.for.includes('danger'));
  return [...local.filter((line) => line.for.includes('emergency')), ...helping, ...lines.anywhere.filter(fits)]
    .filter((line, n, all) => all.indexOf(line) === n)
    .map(({ for: _needs, checked: _checked, ...line }) => line);
}

const COUNTRY_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

/** A user's country, if the list has it: from the name of their place, else from their time zone. */
export function findCountry(lines: HelpLines, placeName: string | null, timezone: string): string | null {
  const countries = Object.keys(lines.countries);
  const countryInPlace = countries.find((code) => placeName?.endsWith(`, ${COUNTRY_NAMES.of(code)}`));
  if (placeName?.includes(',') || countryInPlace) return countryInPlace ?? null;
  return countries.find((code) => listTimeZones(code).includes(timezone)) ?? null;
}

/** IANA time zones of a country. The method is newer than the types. */
function listTimeZones(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?: () => string[] };
  return locale.getTimeZones?.() ?? [];
}
