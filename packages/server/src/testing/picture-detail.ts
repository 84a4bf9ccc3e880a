import sharp from 'sharp';

const SIDE_PX = 640;

/** A picture with details of three sizes: what a silhouette keeps, what a glimpse keeps, and what only the original shows. */
export async function buildDetailedPicture(random: () => number): Promise<Buffer> {
  const cells = [8, 32, 160].map((side) => ({ side, values: Array.from({ length: side * side }, random) }));
  const pixels = Buffer.alloc(SIDE_PX * SIDE_PX);
  for (let y = 0; y < SIDE_PX; y++)
    for (let x = 0; x < SIDE_PX; x++) {
      const at = (side: number, values: number[]) =>
        values[Math.floor((y * side) / SIDE_PX) * side + Math.floor((x * side) / SIDE_PX)] ?? 0;
      const sum = cells.reduce((total, { side, values }) => total + at(side, values), 0);
      pixels[y * SIDE_PX + x] = Math.round((255 * sum) / cells.length);
    }
  return sharp(pixels, { raw: { width: SIDE_PX, height: SIDE_PX, channels: 1 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** The detail of a picture that is finer than a quarter of `side`, as `side` x `side` numbers: a perceptual hash without rounding. */
async function detail(picture: Buffer, side: number): Promise<number[]> {
  const fine = sharp(await sharp(picture).greyscale().resize(side, side, { fit: 'fill' }).png().toBuffer());
  const quarter = Math.max(1, side / 4);
  const coarse = sharp(await fine.clone().resize(quarter, quarter, { fit: 'fill' }).png().toBuffer()).resize(
    side,
    side,
    {
      fit: 'fill',
    },
  );
  const [a, b] = await Promise.all([fine, coarse].map((image) => image.greyscale().raw().toBuffer()));
  return [...(a as Buffer)].map((value, n) => value - ((b as Buffer)[n] ?? 0));
}

/**
 * How much of the detail of `original` a picture still has, -1 to 1: the correlation of both at `side` x `side` pixels, without
 * what is coarser than a quarter of it. About 0 for another picture, or for one that was shrunk below that size.
 */
export async function sharedDetail(picture: Buffer, original: Buffer, side: number): Promise<number> {
  const [a, b] = await Promise.all([detail(picture, side), detail(original, side)]);
  const mean = (v: number[]) => v.reduce((x, y) => x + y, 0) / v.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let n = 0; n < a.length; n++) {
    const [x, y] = [(a[n] ?? 0) - ma, (b[n] ?? 0) - mb];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : ab / Math.sqrt(aa * bb);
}
