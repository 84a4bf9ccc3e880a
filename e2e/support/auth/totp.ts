import type { Locator } from '@playwright/test';
import qr from 'jsqr';
import { TOTP, URI } from 'otpauth';
import sharp from 'sharp';

/** What a camera reads from the QR code that is seen here. */
export async function readQr(picture: Locator): Promise<string> {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const read = qr.default(new Uint8ClampedArray(data), info.width, info.height);
  if (!read) throw new Error('no QR code can be read there');
  return read.data;
}

/**
 * An authenticator app that scanned this address. The product takes each code once: asked again within the same half minute, it
 * gives the next one, which is good already.
 */
export function authenticatorApp(address: string): () => string {
  const app = URI.parse(address);
  if (!(app instanceof TOTP)) throw new Error(`not of an authenticator app: ${address}`);
  let last = 0;
  return () => {
    const present = Math.floor(Date.now() / 1000 / app.period);
    last = Math.max(present, last + 1);
    return app.generate({ timestamp: last * app.period * 1000 });
  };
}
