import { OFFERS } from '@soulsight/contract/offers';
import type { Tx } from '../../core/db/types.ts';
import type { NewNotification, NotificationsService } from '../notifications/notifications.service.ts';
import type { BillingNews, PremiumAfter } from './subscription.rules.ts';

type Text = { title: string; body: string };

/** Notifications about a user's subscription. */
export function createBillingNotifications(notifications: Pick<NotificationsService, 'notify'>) {
  return {
    /** @param subject what the news are about, such as the invoice: of one subject each kind of news is mailed once */
    notify: (tx: Tx, userId: string, news: BillingNews, subject: string) =>
      notifications.notify(tx, {
        userId,
        kind: 'subscription',
        ...toText(news),
        href: '/subscription',
        groupKey: 'subscription',
        ...toOwnMail(news, subject),
      }),
  };
}

function toOwnMail(news: BillingNews, subject: string): Pick<NewNotification, 'ownMail'> {
  const paragraphs = toParagraphs(news);
  if (paragraphs === null) return {};
  const key = `${news.kind}:${subject}`;
  return { ownMail: { key, paragraphs, action: 'See your subscription', concerns: 'your subscription' } };
}

/** Null for news that a digest tells, or a receipt. */
function toParagraphs(news: BillingNews): string[] | null {
  switch (news.kind) {
    case 'payment_failed':
      return [
        'The payment for your Premium did not go through. That can happen, for example when a card has expired.',
        'You keep Premium for 7 days. You can pay in this time, with the same card or with another one. If you do not want Premium any more, there is nothing to do: it ends then, and your conversations stay open.',
      ];
    case 'dispute_opened':
      return [
        `Your bank asks us about a payment for Premium, because it was disputed. ${AFTER[news.premium]}`.trim(),
        'Nothing is left for you to do here. If you did not mean to dispute it, please tell your bank.',
      ];
    case 'dispute_won':
      return [
        'Your bank has settled the question about your payment for Premium: the payment stands.',
        'Whether your Premium renews is on the page of your subscription, where you can change it.',
      ];
    case 'chargeback':
      return [
        `Your bank took back a payment for Premium. ${AFTER[news.premium] || 'It was for an earlier time. Nothing else changes.'}`,
        'If you did not ask for this, your bank can tell you why. You can take Premium again at any time.',
      ];
    default:
      return null;
  }
}
export type BillingNotifications = ReturnType<typeof createBillingNotifications>;

const AFTER: Record<PremiumAfter, string> = {
  ended: 'Your Premium has ended with it. Your conversations stay open.',
  not_renewed: 'You keep Premium meanwhile. It does not renew unless you resume it.',
  unchanged: 'Your Premium stays as it is.',
  none: '',
};

function describePremium(until: Date | null): string {
  if (until === null) return 'Until you resume it, the limits of the free plan hold.';
  return `You have Premium until ${until.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })}.`;
}

function toText(news: BillingNews): Text {
  switch (news.kind) {
    case 'welcome':
      return {
        title: 'Welcome to Premium',
        body: 'Unlimited introductions, conversations and the AI Wingman are yours.',
      };
    case 'changed':
      return { title: 'Your plan has changed', body: `You now have ${OFFERS[news.offer].title}.` };
    case 'paused':
      return {
        title: 'Your subscription is paused',
        body: `We don't charge anything meanwhile. ${describePremium(news.premiumUntil)} You can resume it at any time.`,
      };
    case 'resumed':
      return { title: 'Your subscription goes on', body: 'Premium is yours again.' };
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
