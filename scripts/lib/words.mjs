import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = '**/*.{ts,tsx,mjs,css,sql,md,yml,html}';
const NOT_SOURCES = /(^|\/)(node_modules|dist|coverage|test-results|playwright-report|migrations|\.[^/]+)(\/|$)/;
/** Places that quote the words: the glossary, this list with its test, and the specification's own texts. */
const QUOTING = ['docs/style.md', 'docs/specification.md', 'scripts/lib/words.mjs', 'scripts/lib/words.test.mjs'];

/** What people write to each other. */
const MESSAGES = [
  'packages/affinity/src/science/',
  'packages/affinity/src/cues/',
  'packages/server/src/features/wingman/',
];

/**
 * Words that make the code harder to read, with what to write. `allowed` names the few files where the word has its
 * ordinary meaning.
 */
const BANNED = [
  { pattern: /\banew\b/i, instead: 'write "again"' },
  { pattern: /\bwhoever\b/i, instead: 'name the user, the caller or the client' },
  {
    pattern: /\b(hence|thereby|therein|whereof|thence|hither)\b/i,
    instead: 'write "so" or "therefore", or two sentences',
  },
  { pattern: /\btalks\b/i, instead: 'write "conversations"' },
  { pattern: /\b(a|the|this|each|every|one|their|whole) talk\b/i, instead: 'write "conversation"' },
  {
    pattern: /\b(a|the|this|each|another) letter\b|\bmailed letter/i,
    instead: 'write "email"',
    allowed: ['packages/affinity/src/text.ts'],
  },
  { pattern: /\bbears? it\b|\bmust bear\b/i, instead: 'write "handles" or "is idempotent"' },
  { pattern: /\bticked off\b/i, instead: 'write "marked as delivered"' },
  { pattern: /\bnobody waits?\b|\bnobody waited\b/i, instead: 'say what is not awaited' },
  {
    pattern: /\bis away\b/i,
    instead: 'write "is unavailable"',
    allowed: ['packages/server/src/features/notifications/'],
  },
  {
    pattern: /\bisError\b/,
    instead: 'a failed refetch must not replace what is shown: isLoadingError of a query, error of a mutation',
    allowed: ['bench/'],
  },
  { pattern: /\bfor want of\b/i, instead: 'write "without" or "because there is no"', allowed: MESSAGES },
  { pattern: /\bin vain\b/i, instead: 'say that it failed', allowed: MESSAGES },
  { pattern: /\bagain and again\b/i, instead: 'write "repeatedly" or "keeps …ing"', allowed: MESSAGES },
  { pattern: /\bwithout a word\b/i, instead: 'write "silently"', allowed: MESSAGES },
  { pattern: /\bin (the )?clear\b/i, instead: 'write "unencrypted"', allowed: MESSAGES },
  { pattern: /\b(stand|stands|standing|stood) still\b/i, instead: 'write "hangs" or "stalls"', allowed: MESSAGES },
  {
    pattern: /\b(payment|payments|charged?|paid|money|purchase)\b.{0,60}\b(goes|go|went) back\b/i,
    instead: 'write "is refunded"',
    allowed: MESSAGES,
  },
  { pattern: /\bin the place of\b/i, instead: 'write "instead of"' },
  { pattern: /\b(become|becomes|became) of\b/i, instead: 'write "the outcome", "the state" or "what happens to"' },
  {
    pattern: /(\/\*\*|\/\/|^\s*\*) (Of|So (many|often|long|large|much)) /,
    instead: 'begin with the noun, or "How many …", "How long …"',
  },
  {
    pattern:
      /(?<=(\/\*\*|\/\/|^\s*\*) .*)(?<!\bthere )\b(is|are|was|were) no (?!longer\b|more\b|such\b|better\b)[a-z]+/i,
    instead: 'write "is not a …"',
  },
  {
    pattern: /\b(function|const|let) [a-z]\w*[a-z]Of\b|^\s+(?!insteadOf)[a-z]\w*[a-z]Of(:|\(.*\{$)/,
    instead: 'queries are find/get/list…, conversions to…/…From',
  },
];

/** The repository's own text files: `{ file, text }`, without generated ones. */
export function readSources(root) {
  return globSync(SOURCES, { cwd: root, exclude: (path) => NOT_SOURCES.test(path) })
    .filter((file) => !NOT_SOURCES.test(file) && !QUOTING.includes(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** The banned words of one file, each with its line and what to write instead. */
export function findBannedWords({ file, text }) {
  return text.split('\n').flatMap((line, index) =>
    BANNED.filter(({ allowed = [] }) => !allowed.some((path) => file.startsWith(path))).flatMap(
      ({ pattern, instead }) => {
        const match = pattern.exec(line)?.[0];
        return match ? [{ file, line: index + 1, match, instead }] : [];
      },
    ),
  );
}
