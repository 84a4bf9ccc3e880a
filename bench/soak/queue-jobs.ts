import { randomUUID } from 'node:crypto';
import { buildUser } from '@soulsight/server/features/demo/builders/user.builder';
import { withProduct } from './users.ts';

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };

/** The jobs that `queueJobs` queues. */
export const QUEUED_JOBS = ['mail.send', 'subscription.settle', 'bgp.learn'];

/**
 * Queues jobs for a worker: an email to this address, the renewal of a subscription (the caller has to make it due), and the nightly fit.
 * @returns the subscriber
 */
export function queueJobs(dir: string, settings: NodeJS.ProcessEnv, email: string): Promise<string> {
  return withProduct(dir, settings, async ({ core: { jobs, mailer }, features }) => {
    const { id: userId } = await buildUser(features);
    const purchase = { offer: 'premium_monthly', idempotency_key: randomUUID(), card: CARD } as const;
    await features.subscription.buy(userId, purchase);
    await mailer.send({ to: email, subject: 'Hello', text: 'One email.', html: '<p>One email.</p>' });
    await jobs.send('subscription.settle', {});
    await jobs.send('bgp.learn', {});
    return userId;
  });
}
