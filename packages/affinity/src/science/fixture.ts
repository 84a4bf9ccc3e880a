/** One side's decision in a date. */
export type Choice = {
  chooser: string;
  chosen: string;
  /** Whether the chooser is a man, as the study recorded it; for comparing errors only, no model reads it. */
  byMan: boolean;
  liked: boolean;
  /** What the chooser said about the other: how attractive and how intelligent, 0 to 10. They stand for the words of the product. */
  ratings: readonly (number | null)[];
};
/** A date: both decided about each other. `wave` is the evening. */
export type SpeedDate = { wave: string; choices: readonly [Choice, Choice] };

const RATED = ['attr', 'intel'];

/**
 * Reads the Columbia speed-dating data (Fisman, Iyengar, Kamenica & Simonson 2006): a CSV with the columns `iid`, `pid`, `gender`, `dec`,
 * `wave`, `attr` and `intel`. Race, income and goals are not read.
 *
 * @throws RangeError when a column is missing or a line cannot be read
 */
export function parseSpeedDates(csv: string): SpeedDate[] {
  const [header = '', ...lines] = csv.trim().split(/\r?\n/);
  const names = header.split(',');
  const column = (name: string) => {
    const n = names.indexOf(name);
    if (n < 0) throw new RangeError(`the file has no column "${name}"`);
    return n;
  };
  const [iid, pid, gender, dec, wave] = ['iid', 'pid', 'gender', 'dec', 'wave'].map(column) as [number, ...number[]];
  const rated = RATED.map(column);
  const dates = new Map<string, { wave: string; choices: Choice[] }>();
  for (const line of lines) {
    const cells = line.split(',');
    const cell = (n: number | undefined) => cells[n ?? -1] ?? '';
    const [chooser, chosen] = [cell(iid), cell(pid)];
    if (chooser === '' || chosen === '' || !/^[01]$/.test(cell(dec))) throw new RangeError(`cannot read "${line}"`);
    const key = cell(gender) === '0' ? `${chooser} ${chosen}` : `${chosen} ${chooser}`;
    const ratings = rated.map((n) => (cell(n) === '' ? null : Number(cell(n))));
    const date = dates.get(key) ?? { wave: cell(wave), choices: [] };
    dates.set(key, date);
    date.choices.push({ chooser, chosen, byMan: cell(gender) === '1', liked: cell(dec) === '1', ratings });
  }
  return [...dates.values()].flatMap(({ wave: evening, choices: [one, other] }) =>
    one && other ? [{ wave: evening, choices: [one, other] as const }] : [],
  );
}
