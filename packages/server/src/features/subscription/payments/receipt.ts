import { PRODUCT_NAME } from '@soulsight/contract/product';

export type ReceiptContent = {
  /** The seller's name, address and numbers, one line each. */
  seller: readonly string[];
  buyer: string;
  number: string;
  paidAt: Date;
  title: string;
  /** The end of the period that was paid for. */
  periodEnd: Date | null;
  /** In minor units. */
  amount: number;
  refunded: number;
  currency: string;
  /** Printed below, such as that no money was moved. */
  note: string | null;
};

const PAGE_MARGIN = 56;
const LABEL_WIDTH = 140;
const INK = '#2a1512';
const FAINT = '#7a6a66';

/** One page of A4 as PDF, in the standard fonts; see `toPrintable`. */
export async function renderReceipt(receipt: ReceiptContent): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const title = `Receipt ${receipt.number}`;
  const info = { Title: title, Author: PRODUCT_NAME, CreationDate: receipt.paidAt };
  const document = new PDFDocument({ size: 'A4', margin: PAGE_MARGIN, lang: 'en', displayTitle: true, info });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', resolve));
  document.font('Times-Bold').fontSize(24).fillColor(INK).text(PRODUCT_NAME);
  document
    .font('Helvetica')
    .fontSize(10)
    .fillColor(FAINT)
    .text(toPrintable(receipt.seller.join('\n')))
    .moveDown(2);
  document.font('Helvetica-Bold').fontSize(16).fillColor(INK).text(title).moveDown();
  for (const [label, value] of describeReceipt(receipt)) {
    const y = document.y;
    document.font('Helvetica').fontSize(11).fillColor(FAINT).text(label, PAGE_MARGIN, y, { width: LABEL_WIDTH });
    document
      .fillColor(INK)
      .text(toPrintable(value), PAGE_MARGIN + LABEL_WIDTH, y)
      .moveDown(0.6);
  }
  if (receipt.note) document.moveDown().fillColor(FAINT).fontSize(10).text(receipt.note, PAGE_MARGIN);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** What the standard fonts cannot print (letters outside Windows-1252); pdfkit would print it, and what follows, as other letters. */
const UNPRINTABLE = /[^\n -~\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;
const BARE: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' };

/** Letters that cannot be printed lose their marks, as in "Zólw" for "Żółw"; other characters become a question mark. */
function toPrintable(text: string): string {
  return text.normalize('NFC').replace(UNPRINTABLE, (char) => {
    const bare = BARE[char] ?? char.normalize('NFD').replaceAll(/\p{M}/gu, '');
    return bare.replace(UNPRINTABLE, '?');
  });
}

/** The lines of a receipt: label and value. */
function describeReceipt(receipt: ReceiptContent): [string, string][] {
  const { amount, refunded, currency, periodEnd } = receipt;
  const lines: [string, string][] = [
    ['Paid by', receipt.buyer],
    ['Paid on', formatDay(receipt.paidAt)],
    ['For', receipt.title],
  ];
  if (periodEnd) lines.push(['Premium until', formatDay(periodEnd)]);
  lines.push(['Amount', formatSum(amount, currency)]);
  if (refunded > 0) {
    lines.push(['Refunded', formatSum(refunded, currency)]);
    lines.push(['Paid in the end', formatSum(amount - refunded, currency)]);
  }
  return lines;
}

export function formatSum(minor: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(minor / 100);
}

function formatDay(at: Date): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}
