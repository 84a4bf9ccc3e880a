import type { Language } from '@soulsight/affinity/languages';
import { GERMAN } from './de.ts';
import { ENGLISH } from './en.ts';
import { SPANISH } from './es.ts';
import { FRENCH } from './fr.ts';
import { JAPANESE } from './ja.ts';
import type { Phrases } from './phrases.ts';

export const PHRASES: Record<Language, Phrases> = { en: ENGLISH, de: GERMAN, es: SPANISH, fr: FRENCH, ja: JAPANESE };
