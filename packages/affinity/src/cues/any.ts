import { anywhere, type Cue, words } from './cue.ts';

/** Laughter as people write it in any language. */
export const LAUGHTER: readonly Cue[] = [
  words(
    0.5,
    'a{0,2}(?:ha){2,20}h?',
    '(?:he){2,20}h?',
    '(?:ja){2,20}j?',
    '(?:je){2,20}',
    '(?:hi){2,20}',
    'lo{1,9}l',
    'lmf?ao{1,9}',
    'rofl',
    'xd{1,9}',
    'mdr{1,9}',
    'ptdr',
  ),
  anywhere(0.45, '[😂🤣😹]|(?<![a-z])w{3,20}(?![a-z.])'),
  anywhere(0.36, '[😆😜😝😛🤪💀😄😅🙃🤭]'),
];
