import type { Tx } from '../../core/db/types.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';

/** Notifications about a user's subscription. */
export function createBillingNotifications(notifications: Pick<NotificationsService, 'notify'>) {
  const buildNotifier = (title: string, body: string) => (tx: Tx, userId: string) =>
    notifications.notify(tx, {
      userId,
      kind: 'subscription',
      title,
      body,
      href: '/subscription',
      groupKey: 'subscription',
    });
  return {
    welcome: buildNotifier(
      'Welcome to Premium',
      'Unlimited introductions, conversations and the AI Wingman are yours.',
    ),
    paymentFailed: buildNotifier(
      'Your payment failed',
      'You keep Premium for 7 days. Please check your payment method.',
    ),
    ended: buildNotifier(
      'Your Premium has ended',
      'Your conversations stay open. New ones follow the limits of the free plan.',
    ),
  };
}
export type BillingNotifications = ReturnType<typeof createBillingNotifications>;
