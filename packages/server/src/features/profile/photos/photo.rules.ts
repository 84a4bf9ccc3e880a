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

const SMALLEST_SIDE_PX = 100;
/** No camera takes pictures this narrow, panoramas included; decoding them takes memory out of proportion to their bytes. */
const LONGEST_TO_SHORTEST_SIDE = 5;

/** Why a picture of this size cannot be a photo, as a sentence for the user; null when it can. */
export function describeShapeProblem(width: number, height: number): string | null {
  const shortest = Math.min(width, height);
  if (shortest < SMALLEST_SIDE_PX)
    return `Please choose a picture that is at least ${SMALLEST_SIDE_PX} pixels wide and high.`;
  if (Math.max(width, height) > LONGEST_TO_SHORTEST_SIDE * shortest)
    return `Please choose a picture that is not more than ${LONGEST_TO_SHORTEST_SIDE} times as long as it is wide, or crop this one.`;
  return null;
}
