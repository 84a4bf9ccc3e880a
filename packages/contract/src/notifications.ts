import { z } from 'zod';
import { endpoint, idParamsSchema, instantSchema, okSchema, pageQuerySchema, uuidSchema } from './endpoint.ts';

const channelsSchema = z.strictObject({ app: z.boolean(), push: z.boolean(), mail: z.boolean() });
type ChannelSettings = z.infer<typeof channelsSchema>;

interface NotificationKindFacts {
  /** In the settings of the user. */
  label: string;
  /** The channels that are on until the user chooses. */
  channels: ChannelSettings;
}

/** The kinds of notification, in the order in which the settings list them. */
export const NOTIFICATION_KINDS = {
  match_mutual: { label: 'Mutual matches', channels: { app: true, push: true, mail: true } },
  like: { label: 'Likes that people show you', channels: { app: true, push: false, mail: true } },
  message: { label: 'Messages', channels: { app: true, push: true, mail: true } },
  reveal: { label: 'Reveal requests', channels: { app: true, push: true, mail: true } },
  trust: { label: 'Trust score', channels: { app: true, push: false, mail: false } },
  insight: { label: 'New insights', channels: { app: true, push: false, mail: false } },
  subscription: { label: 'Subscription and payments', channels: { app: true, push: false, mail: true } },
  safety: { label: 'Safety', channels: { app: true, push: true, mail: true } },
  account: { label: 'Account', channels: { app: true, push: false, mail: true } },
} as const satisfies Record<string, NotificationKindFacts>;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;
export const NOTIFICATION_KIND_IDS = Object.keys(NOTIFICATION_KINDS) as [NotificationKind, ...NotificationKind[]];

export const notificationSchema = z.strictObject({
  id: uuidSchema,
  kind: z.enum(NOTIFICATION_KIND_IDS),
  title: z.string(),
  body: z.string(),
  href: z.string().startsWith('/'),
  created_at: instantSchema,
  read: z.boolean(),
});
export type Notification = z.infer<typeof notificationSchema>;

const minuteOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please use a time such as 22:30.');
export const notificationSettingsSchema = z.strictObject({
  kinds: z.strictObject(
    Object.fromEntries(NOTIFICATION_KIND_IDS.map((kind) => [kind, channelsSchema])) as Record<
      NotificationKind,
      typeof channelsSchema
    >,
  ),
  /** In the user's time zone; null for none. */
  quiet_hours: z.strictObject({ from: minuteOfDaySchema, to: minuteOfDaySchema }).nullable(),
});
export type NotificationSettings = z.infer<typeof notificationSettingsSchema>;
/** Only what changes; all of it is possible, too. */
const notificationSettingsChangeSchema = z.strictObject({
  kinds: z
    .strictObject(
      Object.fromEntries(NOTIFICATION_KIND_IDS.map((kind) => [kind, channelsSchema.partial().optional()])) as Record<
        NotificationKind,
        z.ZodOptional<ReturnType<typeof channelsSchema.partial>>
      >,
    )
    .optional(),
  quiet_hours: notificationSettingsSchema.shape.quiet_hours.optional(),
});
export type NotificationSettingsChange = z.infer<typeof notificationSettingsChangeSchema>;

/** The settings after a change. */
export function changeSettings(
  settings: NotificationSettings,
  { kinds = {}, quiet_hours = settings.quiet_hours }: NotificationSettingsChange,
): NotificationSettings {
  const changed = NOTIFICATION_KIND_IDS.map((kind) => [kind, { ...settings.kinds[kind], ...kinds[kind] }]);
  return { kinds: Object.fromEntries(changed), quiet_hours };
}

export const getNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'Your notifications, newest first',
  access: 'signed_in',
  query: pageQuerySchema,
  response: z.strictObject({
    notifications: z.array(notificationSchema),
    unread: z.number().int(),
    next_cursor: z.string().nullable(),
  }),
});
export const postNotificationRead = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark one as read',
  access: 'signed_in',
  params: idParamsSchema,
  response: z.strictObject({ unread: z.number().int() }),
  errors: ['not_found'],
});
export const postNotificationsRead = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark all as read',
  access: 'signed_in',
  response: z.strictObject({ unread: z.number().int() }),
});
export const postNotificationShown = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/shown',
  summary: 'Say that an open page shows it, so that no push is sent for it; "created_at" is of what it shows',
  access: 'signed_in',
  params: idParamsSchema,
  query: z.strictObject({ created_at: instantSchema.optional() }),
  response: okSchema,
  errors: ['not_found'],
});
export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'Which notifications reach you and how',
  access: 'signed_in',
  response: notificationSettingsSchema,
});
export const putNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings',
  summary: 'Change which notifications reach you; what is left out stays as it is',
  access: 'signed_in',
  body: notificationSettingsChangeSchema,
  response: notificationSettingsSchema,
});
export const getPushKey = endpoint({
  method: 'GET',
  path: '/api/notifications/push-key',
  summary: 'The public key for web push',
  access: 'signed_in',
  response: z.strictObject({ key: z.string() }),
});
/** Browsers that get pushes, per account; one more takes the place of the one that subscribed longest ago. */
export const PUSH_BROWSERS_MAX = 10;
/** A public key on the P-256 curve (65 bytes) and a secret (16 bytes), in base64url: RFC 8291, section 2. */
const pushKeysSchema = z.strictObject({
  p256dh: z.string().regex(/^[\w-]{87}=?$/),
  auth: z.string().regex(/^[\w-]{22}={0,2}$/),
});
export const postPushSubscription = endpoint({
  method: 'POST',
  path: '/api/notifications/push',
  summary: 'Send web push to this browser; its push service must have a public https address',
  access: 'signed_in',
  body: z.strictObject({
    endpoint: z.url().max(1_000),
    expirationTime: z.number().nullable().optional(),
    keys: pushKeysSchema,
  }),
  response: okSchema,
  errors: ['bad_request', 'session_expired'],
});
export const postPushUnsubscribe = endpoint({
  method: 'POST',
  path: '/api/notifications/push/off',
  summary: 'Stop web push to this browser',
  access: 'signed_in',
  body: z.strictObject({ endpoint: z.url().max(1_000) }),
  response: okSchema,
});
/** What a push carries, encrypted for the browser. */
export const pushPayloadSchema = z.object({
  id: uuidSchema,
  kind: z.enum(NOTIFICATION_KIND_IDS),
  title: z.string(),
  body: z.string(),
  href: z.string().startsWith('/'),
  /** A notification with the same tag replaces the one before. */
  tag: z.string(),
  created_at: instantSchema,
  /** For the app's badge. */
  unread: z.number().int(),
});
export type PushPayload = z.infer<typeof pushPayloadSchema>;

/** The unsubscribe link of an email; its signed token replaces signing in. */
export const postUnsubscribe = endpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  summary: 'One-click unsubscribe from email',
  access: 'public',
  query: z.object({ token: z.string().max(600) }),
  response: okSchema,
  errors: ['bad_request'],
});

/** The endpoints of this file, by name. */
export const notificationsEndpoints = {
  getNotifications,
  postNotificationRead,
  postNotificationsRead,
  postNotificationShown,
  getNotificationSettings,
  putNotificationSettings,
  getPushKey,
  postPushSubscription,
  postPushUnsubscribe,
  postUnsubscribe,
};
