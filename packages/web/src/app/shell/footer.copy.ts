import { PRODUCT_NAME, TAGLINE } from '@soulsight/contract/product';
import { PATHS } from '../../lib/paths.ts';

/** The choice has no effect: the product is in English. */
export const LANGUAGES = ['English (US)', 'Spanish', 'French', 'German', 'Japanese'] as const;

export const TRUST_BADGES = ['Encrypted at rest', 'No ads, no trackers', 'For adults only'] as const;

/** There is no native app; these links explain how to install the web app. */
export const APP_LINKS = [
  { store: 'Instead of the App Store', label: 'Install on iPhone', to: `${PATHS.support}#iphone` },
  { store: 'Instead of Google Play', label: 'Install on Android', to: `${PATHS.support}#android` },
] as const;

/** Links to share the product. */
export function socialLinks(address: string): { label: string; href: string }[] {
  const url = encodeURIComponent(address);
  const text = encodeURIComponent(`${PRODUCT_NAME}: ${TAGLINE.toLowerCase()}`);
  return [
    { label: 'Bluesky', href: `https://bsky.app/intent/compose?text=${text}%20${url}` },
    { label: 'X', href: `https://x.com/intent/post?text=${text}&url=${url}` },
    { label: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { label: 'WhatsApp', href: `https://wa.me/?text=${text}%20${url}` },
  ];
}

export const NEWSLETTER_COPY = {
  title: 'Our newsletter',
  lead: 'News and stories about how people meet.',
  label: 'Email for the newsletter',
  placeholder: 'you@example.com',
  submit: 'Subscribe',
  invalid: 'Please enter a valid email address',
  done: 'Welcome to the soul network! Check your email.',
} as const;
