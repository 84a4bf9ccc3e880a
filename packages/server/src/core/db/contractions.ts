/** A comment, or the body of a function, which is no change of the schema by itself. */
const NO_STATEMENT = /--.*$|\$(\w*)\$[\s\S]*?\$\1\$/gm;
const NAME = '(?:"?public"?\\.)?"?(\\w+)"?';
const CREATED_TABLE = new RegExp(`\\bcreate table (?:if not exists )?${NAME}`, 'gi');
const CHANGED_TABLE = new RegExp(`\\b(?:alter table|on) (?:only |if exists )*${NAME}`, 'i');

/** What a node of the version before may not survive. Only what concerns tables that exist already counts. */
const CONTRACTIONS: readonly [RegExp, string][] = [
  [/^drop (?!index|not null)|\bdrop (column|default|not null|constraint)\b/i, 'drops what the older version may use'],
  [/\brename\b/i, 'renames what the older version may use'],
  [/\bset (data )?type\b|\balter column \S+ type\b/i, 'changes a type'],
  [/\bset not null\b/i, 'refuses rows that the older version may write'],
  [/\badd column (?!.*\bdefault\b).*\bnot null\b/i, 'adds a column that the older version does not fill'],
  [/\badd (constraint|check|unique|primary key|foreign key)\b|^create unique index/i, 'makes a table stricter'],
  [/^create (or replace )?(constraint )?trigger|^create or replace function/i, 'changes what writes do'],
  [/^(update|delete|truncate)\b/i, 'changes rows'],
];

/**
 * Finds the statements of a migration that a running node of the version before may not survive.
 * @param migration its whole text
 * @returns one line for each, empty if it only expands the schema
 */
export function findContractions(migration: string): string[] {
  const statements = migration
    .split('--> statement-breakpoint')
    .flatMap((part) => part.replace(NO_STATEMENT, '').split(';'))
    .map((statement) => statement.replace(/\s+/g, ' ').trim());
  const created = new Set(statements.flatMap((statement) => [...statement.matchAll(CREATED_TABLE)].map(([, t]) => t)));
  return statements
    .filter((statement) => !created.has(CHANGED_TABLE.exec(statement)?.[1]))
    .flatMap((statement) =>
      CONTRACTIONS.filter(([pattern]) => pattern.test(statement)).map(([, why]) => `${statement.slice(0, 80)}: ${why}`),
    );
}
