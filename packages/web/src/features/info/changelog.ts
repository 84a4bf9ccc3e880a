export interface Release {
  /** Version or "Unreleased". */
  version: string;
  date: string | null;
  groups: { title: string | null; entries: string[] }[];
}

/** Reads a changelog that is kept as keepachangelog.com describes. */
export function parseChangelog(text: string): Release[] {
  const releases: Release[] = [];
  for (const line of text.split(/\r?\n/)) readLine(line, releases);
  return releases;
}

function readLine(line: string, releases: Release[]): void {
  const heading = /^## \[?([^\]\s]+)\]?(?:\s*[-–]\s*(\S+))?/.exec(line);
  if (heading) {
    releases.push({ version: heading[1] ?? '', date: heading[2] ?? null, groups: [] });
    return;
  }
  const release = releases.at(-1);
  if (!release) return;
  const group = /^### (.+)/.exec(line);
  if (group) {
    release.groups.push({ title: group[1]?.trim() ?? null, entries: [] });
    return;
  }
  const entry = /^[-*] (.+)/.exec(line);
  if (entry) entriesOf(release).push(entry[1] ?? '');
  else if (/^\s{2,}\S/.test(line)) continueEntry(release, line.trim());
}

function entriesOf(release: Release): string[] {
  const last = release.groups.at(-1);
  if (last) return last.entries;
  const made = { title: null, entries: [] };
  release.groups.push(made);
  return made.entries;
}

/** A wrapped line belongs to the entry before it. */
function continueEntry(release: Release, text: string): void {
  const entries = release.groups.at(-1)?.entries;
  const last = entries?.pop();
  if (entries && last !== undefined) entries.push(`${last} ${text}`);
}
