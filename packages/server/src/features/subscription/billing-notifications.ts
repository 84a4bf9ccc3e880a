import { OFFERS } from '@soulsight/contract/offers';
import type { Tx } from '../../core/db/types.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { BillingNews, PremiumAfter } from './subscription.rules.ts';

type Text = { title: string; body: string };

/** Notifications about a user's subscription. */
export function createBillingNotifications(notifications: Pick<NotificationsService, 'notify'>) {
  return {
    notify: (tx: Tx, userId: string, news: BillingNews) =>
      notifications.notify(tx, {
        userId,
        kind: 'subscription',
        ...toText(news),
        href: '/subscription',
        groupKey: 'subscription',
      }),
  };
}
export type BillingNotifications = ReturnType<typeof createBillingNotifications>;

const AFTER: Record<PremiumAfter, string> = {
  ended: 'Your Premium has ended with it. Your conversations stay open.',
  not_renewed: 'You keep Premium meanwhile. It does not renew unless you resume it.',
  unchanged: 'Your Premium stays as it is.',
  none: '',
};

function toText(news: BillingNews): Text {
  switch (news.kind) {
    case 'welcome':
      return {
        title: 'Welcome to Premium',
        body: 'Unlimited introductions, conversations and the AI Wingman are yours.',
      };
    case 'changed':
      return { title: 'Your plan has changed', body: `You now have ${OFFERS[news.offer].title}.` };
    case 'payment_failed':
      return { title: 'Your payment failed', body: 'You keep Premium for 7 days. Pay now, or with another card.' };
    case 'payment_recovered':
      return { title: 'Your payment went through', body: 'Thank you. Your Premium continues.' };
    case 'ended':
      return {
        title: 'Your Premium has ended',
        body: 'Your conversations stay open. New ones follow the limits of the free plan.',
      };
    case 'refunded':
      return {
        title: news.isWhole ? 'Your payment was refunded' : 'Part of your payment was refunded',
        body: ['The money reaches you in a few days.', AFTER[news.premium]].join(' ').trim(),
      };
    case 'dispute_opened':
      return {
        title: 'Your bank asks about a payment',
        body: AFTER[news.premium] || 'Nothing is left for you to do here.',
      };
    case 'dispute_won':
      return { title: 'Your payment stands', body: 'Your bank has settled the question about it.' };
    case 'chargeback':
      return {
        title: 'Your bank took a payment back',
        body: AFTER[news.premium] || 'It was for an earlier time. Nothing else changes.',
      };
  }
}
