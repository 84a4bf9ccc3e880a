import type { Language } from '@soulsight/affinity/languages';
import type { ActLines } from './act-lines.data.ts';
import { GERMAN } from './de.data.ts';
import { ENGLISH } from './en.data.ts';
import { SPANISH } from './es.data.ts';
import { FRENCH } from './fr.data.ts';
import { JAPANESE } from './ja.data.ts';

export const ACT_LINES: Record<Language, ActLines> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  ja: JAPANESE,
};
