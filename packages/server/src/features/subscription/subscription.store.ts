import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import { lockName } from '../../core/db/lock-name.ts';
import { prepared } from '../../core/db/prepared.ts';
import type { Db } from '../../core/db/types.ts';
import { users } from '../auth/auth.tables.ts';
import { invoices, paymentMethods, subscriptions, webhookEvents } from './subscription.tables.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type PaymentMethodRow = typeof paymentMethods.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;

const selectSubscription = prepared(['userId'], (db, { userId }) =>
  db.select().from(subscriptions).where(eq(subscriptions.userId, userId)),
);

export async function findSubscription(db: Db, userId: string): Promise<SubscriptionRow | null> {
  const [row] = await selectSubscription(db, { userId });
  return row ?? null;
}

/** Serialises everything that concerns one user's billing until the end of the transaction. */
export async function lockBilling(db: Db, userId: string): Promise<void> {
  await lockName(db, `purse:${userId}`);
}

export async function upsertSubscription(db: Db, row: SubscriptionRow): Promise<void> {
  const { userId: _, createdAt: __, ...rest } = row;
  await db.insert(subscriptions).values(row).onConflictDoUpdate({ target: subscriptions.userId, set: rest });
}

/** Marks a change as confirmed by the gateway. @returns false if it is not the latest unconfirmed change */
export async function clearGatewayChange(db: Db, userId: string, change: string): Promise<boolean> {
  const rows = await db
    .update(subscriptions)
    .set({ gatewayChange: null })
    .where(and(eq(subscriptions.userId, userId), eq(subscriptions.gatewayChange, change)))
    .returning({ userId: subscriptions.userId });
  return rows.length > 0;
}

export async function updateGatewayChange(db: Db, userId: string, change: string): Promise<void> {
  await db.update(subscriptions).set({ gatewayChange: change }).where(eq(subscriptions.userId, userId));
}

export async function updateSubscriptionTime(db: Db, userId: string, updatedAt: Date): Promise<void> {
  await db.update(subscriptions).set({ updatedAt }).where(eq(subscriptions.userId, userId));
}

export async function findSubscriptionByGateway(db: Db, gatewaySubscription: string): Promise<SubscriptionRow | null> {
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.gatewaySubscription, gatewaySubscription));
  return row ?? null;
}

/** Users whose subscription at the test gateway is due: its period is over. One in grace is tried again daily. */
export async function listDueUserIds(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.gateway, 'test'),
        ne(subscriptions.status, 'canceled'),
        // A paused one is charged nothing; one that was cancelled, too, ends.
        or(ne(subscriptions.status, 'paused'), eq(subscriptions.cancelAtPeriodEnd, true)),
        lte(subscriptions.currentPeriodEnd, now),
        or(
          isNull(subscriptions.graceUntil),
          lte(subscriptions.updatedAt, sql`${now.toISOString()}::timestamptz - interval '1 day'`),
          lte(subscriptions.graceUntil, now),
        ),
      ),
    )
    .orderBy(asc(subscriptions.currentPeriodEnd))
    .limit(limit);
  return rows.map((row) => row.userId);
}

/** Users whose subscription at Stripe should have renewed or ended a day ago, but Stripe has not reported it. They are tried daily. */
export async function listUnreportedUserIds(db: Db, now: Date, limit: number): Promise<string[]> {
  const dayAgo = sql`${now.toISOString()}::timestamptz - interval '1 day'`;
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.gateway, 'stripe'),
        ne(subscriptions.status, 'canceled'),
        lte(subscriptions.currentPeriodEnd, dayAgo),
        lte(subscriptions.updatedAt, dayAgo),
      ),
    )
    .orderBy(asc(subscriptions.updatedAt))
    .limit(limit);
  return rows.map((row) => row.userId);
}

/** Users whose grace for a failed payment is over. */
export async function listGraceEndedUserIds(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'past_due'), lte(subscriptions.graceUntil, now)))
    .orderBy(asc(subscriptions.updatedAt))
    .limit(limit);
  return rows.map((row) => row.userId);
}

export function listPaymentMethods(db: Db, userId: string): Promise<PaymentMethodRow[]> {
  return db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, userId))
    .orderBy(desc(paymentMethods.isDefault), desc(paymentMethods.createdAt), asc(paymentMethods.id));
}

export async function insertPaymentMethod(db: Db, row: typeof paymentMethods.$inferInsert): Promise<PaymentMethodRow> {
  const [inserted] = await db.insert(paymentMethods).values(row).returning();
  return inserted as PaymentMethodRow;
}

/** Makes one card the default, which is charged. */
export async function updateDefaultPaymentMethod(db: Db, userId: string, id: string): Promise<void> {
  await db
    .update(paymentMethods)
    .set({ isDefault: sql`${paymentMethods.id} = ${id}` })
    .where(eq(paymentMethods.userId, userId));
}

export async function deletePaymentMethods(db: Db, userId: string): Promise<void> {
  await db.delete(paymentMethods).where(eq(paymentMethods.userId, userId));
}

export async function deletePaymentMethod(db: Db, userId: string, id: string): Promise<void> {
  await db.delete(paymentMethods).where(and(eq(paymentMethods.userId, userId), eq(paymentMethods.id, id)));
}

export function listInvoices(db: Db, userId: string, limit: number): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoices)
    .where(eq(invoices.userId, userId))
    .orderBy(desc(invoices.at), desc(invoices.id))
    .limit(limit);
}

export async function findInvoiceByKey(db: Db, userId: string, key: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.idempotencyKey, key)));
  return row ?? null;
}

/**
 * Inserts an invoice once per key. Another one with the same key changes it, except that paid stays paid, and the later outcome of
 * the payment later.
 * @returns the invoice if anything was written
 */
export async function upsertInvoice(db: Db, row: typeof invoices.$inferInsert): Promise<InvoiceRow | null> {
  const [written] = await db
    .insert(invoices)
    .values(row)
    .onConflictDoUpdate({
      target: [invoices.userId, invoices.idempotencyKey],
      set: { status: row.status, at: row.at, periodEnd: row.periodEnd ?? null },
      setWhere: inArray(invoices.status, ['open', 'failed']),
    })
    .returning();
  return written ?? null;
}

export async function findInvoice(db: Db, userId: string, id: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.id, id)));
  return row ?? null;
}

/** The owner of an invoice; null if there is no such invoice. */
export async function findInvoiceOwner(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ userId: invoices.userId }).from(invoices).where(eq(invoices.id, id));
  return row?.userId ?? null;
}

/** The latest paid invoice. It may be disputed, but it was not refunded. */
export async function findLatestPayment(db: Db, userId: string): Promise<InvoiceRow | null> {
  const [row] = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), inArray(invoices.status, ['paid', 'disputed'])))
    .orderBy(desc(invoices.at), desc(invoices.id))
    .limit(1);
  return row ?? null;
}

export async function updateInvoiceReversal(
  db: Db,
  id: string,
  { status, refunded }: Pick<InvoiceRow, 'status' | 'refunded'>,
): Promise<void> {
  await db.update(invoices).set({ status, refunded }).where(eq(invoices.id, id));
}

/** Marks a receipt as sent; false when it was before. */
export async function updateReceiptSent(db: Db, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(invoices)
    .set({ receiptSentAt: at })
    .where(and(eq(invoices.id, id), isNull(invoices.receiptSentAt)))
    .returning({ id: invoices.id });
  return rows.length > 0;
}

/** The purchases that have not ended, as far as we know. */
export function listOpenInvoices(db: Db, userId: string): Promise<InvoiceRow[]> {
  return db
    .select()
    .from(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.status, 'open')))
    .orderBy(desc(invoices.at), desc(invoices.id));
}

/** Names the page on which an open invoice is paid; false if there is no such invoice any more. */
export async function updateCheckoutPage(db: Db, userId: string, key: string, checkoutPage: string | null) {
  const rows = await db
    .update(invoices)
    .set({ checkoutPage })
    .where(and(eq(invoices.userId, userId), eq(invoices.idempotencyKey, key), eq(invoices.status, 'open')))
    .returning({ id: invoices.id });
  return rows.length > 0;
}

/** Deletes the purchases of a user that have not ended, and returns the pages on which they may be paid. */
export async function deleteOpenInvoices(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .delete(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.status, 'open')))
    .returning({ page: invoices.checkoutPage });
  return rows.flatMap(({ page }) => page ?? []);
}

/** Deletes an invoice unless it is paid or failed; false if there is none to delete. */
export async function deleteOpenInvoice(db: Db, userId: string, key: string): Promise<boolean> {
  const rows = await db
    .delete(invoices)
    .where(and(eq(invoices.userId, userId), eq(invoices.idempotencyKey, key), eq(invoices.status, 'open')))
    .returning({ id: invoices.id });
  return rows.length > 0;
}

/** Records a webhook as handled; false when it was before. */
export async function insertWebhookEvent(db: Db, event: typeof webhookEvents.$inferInsert): Promise<boolean> {
  const rows = await db.insert(webhookEvents).values(event).onConflictDoNothing().returning({ id: webhookEvents.id });
  return rows.length > 0;
}

/** Forgets the webhooks that were handled before a time. */
export async function deleteWebhookEvents(db: Db, before: Date): Promise<void> {
  await db.delete(webhookEvents).where(lt(webhookEvents.at, before));
}

/** The number of a call that is about to read the gateway's state. */
export async function nextGatewayRead(db: Db): Promise<number> {
  const { rows } = await db.execute<{ read: string }>(sql`select nextval('gateway_reads') as read`);
  return Number(rows[0]?.read);
}

/** Whether a state of the subscription was stored that was read later. */
export async function hasLaterRead(db: Db, subscription: string, read: number): Promise<boolean> {
  const [row] = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.gatewaySubscription, subscription), gt(webhookEvents.gatewayRead, read)))
    .limit(1);
  return row !== undefined;
}

/** The email of an account, or null if there is no such account. */
export async function findUserEmail(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return row?.email ?? null;
}

/** Whether the account exists and was not deleted. */
export async function isLiveUser(db: Db, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
  return rows.length > 0;
}

export async function hasUser(db: Db, userId: string): Promise<boolean> {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.id, userId));
  return rows.length > 0;
}
