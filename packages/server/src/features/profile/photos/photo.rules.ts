/** Magic bytes of the accepted formats; anything else is rejected before decoding. */
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (b) => b.subarray(0, 3).equals(Buffer.of(0xff, 0xd8, 0xff)),
  (b) => b.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  (b) => b.subarray(0, 4).toString('latin1') === 'GIF8',
  (b) => b.subarray(0, 4).toString('latin1') === 'RIFF' && b.subarray(8, 12).toString('latin1') === 'WEBP',
];

/** Whether the bytes start like a JPEG, PNG, GIF or WebP. */
export function hasImageSignature(bytes: Buffer): boolean {
  return SIGNATURES.some((matches) => matches(bytes));
}
