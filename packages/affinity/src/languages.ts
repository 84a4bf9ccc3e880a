/** The languages whose words can be read as signals. In any other language only timing and turn-taking count. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}
