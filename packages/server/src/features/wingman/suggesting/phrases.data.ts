import type { Language } from '@soulsight/affinity/languages';
import { GERMAN } from './de.data.ts';
import { ENGLISH } from './en.data.ts';
import { SPANISH } from './es.data.ts';
import { FRENCH } from './fr.data.ts';
import { JAPANESE } from './ja.data.ts';
import type { Phrases } from './phrase-book.data.ts';

export const PHRASES: Record<Language, Phrases> = { en: ENGLISH, de: GERMAN, es: SPANISH, fr: FRENCH, ja: JAPANESE };
