import { AppError } from '@soulsight/contract/errors';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { toUtcDay } from '@soulsight/contract/time';
import type { Core } from '../../../core/core.ts';
import { renderMail } from '../../../core/mail/template.ts';
import { findInvoice, findUserEmail, type InvoiceRow, updateReceiptSent } from '../subscription.store.ts';
import type { ReceiptJob } from '../subscription-writer.ts';
import { formatSum, renderReceipt } from './receipt.ts';

const TEST_NOTE = 'Paid with a test card: no money was moved.';

export type ReceiptFile = { name: string; pdf: Buffer };

/** Receipts of paid invoices: as PDF, and once by mail. */
export function createReceiptService(
  { db, clock, config, mailer }: Pick<Core, 'db' | 'clock' | 'config' | 'mailer'>,
  { gatewayName }: { gatewayName: 'test' | 'stripe' },
) {
  /** @throws AppError not_found unless the invoice is the user's and was paid */
  async function getReceipt(userId: string, invoiceId: string): Promise<ReceiptFile> {
    const invoice = await findInvoice(db, userId, invoiceId);
    if (!invoice || invoice.status === 'open' || invoice.status === 'failed') throw new AppError('not_found');
    return buildReceipt(invoice, (await findUserEmail(db, userId)) ?? '');
  }

  async function buildReceipt(invoice: InvoiceRow, buyer: string): Promise<ReceiptFile> {
    const number = toReceiptNumber(invoice);
    const { at: paidAt, title, periodEnd, amount, refunded, currency } = invoice;
    const note = gatewayName === 'test' ? TEST_NOTE : null;
    const content = { buyer, number, paidAt, title, periodEnd, amount, refunded, currency, note };
    const pdf = await renderReceipt({ seller: config.billingSeller, ...content });
    return { name: `${PRODUCT_NAME.toLowerCase()}-receipt-${number}.pdf`, pdf };
  }

  /** Handler of `RECEIPT_JOB`. A user without an email gets none; they find it in the app. */
  async function mailReceipt({ userId, invoiceId }: ReceiptJob): Promise<void> {
    const invoice = await findInvoice(db, userId, invoiceId);
    const to = await findUserEmail(db, userId);
    if (!invoice || !to || invoice.amount === 0) return;
    const { name, pdf } = await buildReceipt(invoice, to);
    const sum = formatSum(invoice.amount, invoice.currency);
    const mail = renderMail({
      to,
      subject: `Your receipt: ${invoice.title}, ${sum}`,
      paragraphs: [`Thank you. We received ${sum} for ${invoice.title}.`, 'The receipt is attached as PDF.'],
      action: { label: 'See your subscription', url: `${config.publicUrl}/subscription` },
      footer: 'You get this email because you paid for Premium.',
    });
    const attachments = [{ filename: name, contentType: 'application/pdf', content: pdf.toString('base64') }];
    await db.transaction(async (tx) => {
      if (await updateReceiptSent(tx, invoice.id, clock.now())) await mailer.send({ ...mail, attachments }, { tx });
    });
  }

  return { getReceipt, mailReceipt };
}
export type ReceiptService = ReturnType<typeof createReceiptService>;

function toReceiptNumber({ at, id }: InvoiceRow): string {
  return `${toUtcDay(at).replaceAll('-', '')}-${id.slice(0, 8).toUpperCase()}`;
}
