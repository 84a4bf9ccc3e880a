import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { renderReceipt } from './receipt.ts';

const RECEIPT = {
  seller: ['Soulsight GmbH', 'Weg 1'],
  buyer: 'ann@post.example',
  number: '20261124-ABCDEF12',
  paidAt: new Date('2026-11-24T12:00:00Z'),
  title: 'Premium monthly',
  periodEnd: null,
  amount: 1_499,
  refunded: 0,
  currency: 'EUR',
  note: null,
};

/** What is printed on the pages of a PDF: each string of its content as Latin-1. */
function readPrinted(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const contents = [...streams].map(([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'));
  const lines = contents.flatMap((content) =>
    [...content.matchAll(/\[(.*?)\] TJ/g)].map(([, line = '']) =>
      [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    ),
  );
  return lines.join('\n');
}

it('prints names of any script: letters without their marks, or a question mark, and what follows stays readable', async () => {
  const seller = ['Żółw & Łoś GmbH, Größe', '東京 Tōkyō', '🎉 Party', 'שלום Street 5'];
  const printed = readPrinted(await renderReceipt({ ...RECEIPT, seller, buyer: `${'łą'.repeat(150)}@post.example` }));
  for (const line of ['Zólw & Los GmbH, Größe', '?? Tokyo', '? Party', '???? Street 5'])
    expect(printed).toContain(line);
  const ofBuyer = printed.replaceAll('\n', '');
  expect(ofBuyer).toContain(`${'la'.repeat(150)}@post.example`);
});

it('prints the sums, and what was refunded', async () => {
  const printed = readPrinted(await renderReceipt({ ...RECEIPT, refunded: 499 }));
  for (const sum of ['14.99', '4.99', '10.00']) expect(printed).toContain(sum);
  expect(printed).toContain('24 November 2026');
});
