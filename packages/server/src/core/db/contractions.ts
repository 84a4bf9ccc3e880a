/** A string, a comment, or the body of a function or block. None of them is read. */
const UNREAD = /'(?:[^']|'')*'|--.*$|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$/gm;
const NAME = '(?:"?public"?\\.)?"?(\\w+)"?';
const CREATED_TABLE = new RegExp(`^create table (?:if not exists )?${NAME}`, 'i');
const CHANGED_TABLE = new RegExp(
  `^alter table (?:only |if exists )*${NAME}|\\b(?:on|into|update|from) (?:only )?${NAME}`,
  'i',
);
const REFERENCE = new RegExp(`\\breferences ${NAME}\\s*(?:\\([^)]*\\))?([^,)]*)`, 'gi');
const DELETES_TOO = /\bon delete (cascade|set null)\b/i;
const COMMA = /,(?![^(]*\))/;

/** Statements that add something which the older version does not know. */
const ADDS = /^(create (table|sequence|type|schema|extension|function|view|index)|comment on|analyze)\b/i;
/** Clauses of `alter table` on a table that exists already. */
const ADDS_COLUMN = /^add (column )?(?!constraint\b|check\b|unique\b|primary key\b|foreign key\b|exclude\b)/i;
const STRICT_COLUMN = /\b(unique|primary key)\b/i;
const TUNES = /^(set \(|alter (column )?\S+ set (statistics|storage|compression)\b)/i;

/**
 * Finds the statements of a migration that running nodes of an older version may not survive. Everything counts that is not known to be
 * harmless; only what concerns tables that exist already.
 * @param migration its whole text
 * @returns one line for each, empty if it only expands the schema
 */
export function findContractions(migration: string): string[] {
  const statements = migration
    .replace(UNREAD, (text) => (text.startsWith('-') || text.startsWith('/') ? '' : "''"))
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
  const created = new Set(statements.map((statement) => CREATED_TABLE.exec(statement)?.[1]?.toLowerCase()));
  return statements.flatMap((statement) =>
    explain(statement, created).map((why) => `${statement.slice(0, 80)}: ${why}`),
  );
}

/** @param created the tables that the migration creates, in lower case */
function explain(statement: string, created: ReadonlySet<string | undefined>): string[] {
  const found: string[] = [];
  for (const [, table, rest = ''] of statement.matchAll(REFERENCE))
    if (!created.has(table?.toLowerCase()) && !DELETES_TOO.test(rest))
      found.push(`keeps the older version from deleting rows of ${table}`);
  const [, altered, other] = CHANGED_TABLE.exec(statement) ?? [];
  const table = (altered ?? other)?.toLowerCase();
  if (table !== undefined && created.has(table)) return found;
  if (altered !== undefined) {
    const clauses = statement.replace(/^alter table (only |if exists )*\S+ /i, '').split(COMMA);
    return [...found, ...clauses.flatMap((clause) => explainClause(clause.trim()))];
  }
  if (/^create unique index\b/i.test(statement)) found.push('makes a table stricter');
  else if (!ADDS.test(statement)) found.push('is not known to be harmless');
  return found;
}

/** @param clause of an `alter table` on a table that exists already */
function explainClause(clause: string): string[] {
  if (TUNES.test(clause)) return [];
  if (!ADDS_COLUMN.test(clause))
    return ['drops, renames or changes what the older version may use, or makes it stricter'];
  if (/\bnot null\b/i.test(clause) && !/\b(default|generated)\b/i.test(clause))
    return ['adds a column that the older version does not fill'];
  return STRICT_COLUMN.test(clause) ? ['makes a table stricter'] : [];
}
