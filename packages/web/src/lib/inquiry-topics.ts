import type { InquiryTopic } from '@soulsight/contract/safety';

/** What people write to the team about. */
export const INQUIRY_TOPIC_LABELS: Readonly<Record<InquiryTopic, string>> = {
  support: 'Help with your account',
  safety: 'Safety',
  privacy: 'Privacy',
  press: 'Press',
  security: 'Security',
  hello: 'Everything else',
};
