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
        "Your payment for Premium didn't go through. That can happen, for example when a card has expired.",
        "You keep Premium for 7 days. Until then you can pay with the same card or another one. If you don't want Premium any more, just wait: it ends by itself, and your conversations stay open.",
      ];
    case 'dispute_opened':
      return [
        `Your bank told us that a payment for Premium was disputed. ${AFTER[news.premium]}`.trim(),
        "You don't need to do anything here. If you didn't mean to dispute it, please tell your bank.",
      ];
    case 'dispute_won':
      return [
        'Your bank has closed the dispute about your payment for Premium. The payment was not reversed.',
        'Your subscription page shows whether Premium renews, and you can change it there.',
      ];
    case 'chargeback':
      return [
        `Your bank took back a payment for Premium. ${AFTER[news.premium] || 'It was for an earlier time. Nothing else changes.'}`,
        "If you didn't ask for this, your bank can tell you why. You can get Premium again at any time.",
      ];
    default:
      return null;
  }
}
export type BillingNotifications = ReturnType<typeof createBillingNotifications>;

const AFTER: Record<PremiumAfter, string> = {
  ended: 'Your Premium has ended. Your conversations stay open.',
  not_renewed: "You keep Premium for now. It won't renew unless you resume it.",
  unchanged: 'Your Premium stays as it is.',
  none: '',
};

function describePremium(until: Date | null): string {
  if (until === null) return 'Until you resume it, you have the free plan.';
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
        body: `We won't charge you while it's paused. ${describePremium(news.premiumUntil)} You can resume it at any time.`,
      };
    case 'resumed':
      return { title: 'Your subscription continues', body: 'Premium is yours again.' };
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
        title: 'A payment was disputed',
        body: AFTER[news.premium] || "You don't need to do anything here.",
      };
    case 'dispute_won':
      return { title: 'The dispute is closed', body: 'Your payment for Premium was not reversed.' };
    case 'chargeback':
      return {
        title: 'Your bank took a payment back',
        body: AFTER[news.premium] || 'It was for an earlier time. Nothing else changes.',
      };
  }
}
