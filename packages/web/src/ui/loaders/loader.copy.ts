import { PRODUCT_NAME } from '@soulsight/contract/product';

/** Texts of the loaders; the tips and their claims are quoted from the specification. */
export const LOADER_COPY = {
  message: 'Connecting souls...',
  screen: 'Loading...',
  initialising: `Waking ${PRODUCT_NAME}...`,
  fullPageTitle: `Welcome to ${PRODUCT_NAME}`,
  fullPageSubtitle: 'Where souls connect before eyes meet',
  analysis: [
    'Analysing behavioural patterns...',
    'Processing emotional wavelengths...',
    'Mapping compatibility dimensions...',
    'Finding your perfect match...',
  ],
  matching: 'Matching across behavioural dimensions',
  conversation: 'Crafting an AI-assisted reply',
  reveal: 'Trust level',
} as const;

export const TIPS = [
  `${PRODUCT_NAME} users are 3x more likely to form lasting relationships`,
  'Our AI analyses behavioural patterns to find your deepest connections',
  'Your emotional data is encrypted and never shared',
  '87% of our users report deeper connections than on traditional dating',
] as const;
