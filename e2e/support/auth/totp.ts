import type { Locator } from '@playwright/test';
import qr from 'jsqr';
import { TOTP, URI } from 'otpauth';
import sharp from 'sharp';

/** Decodes the QR code in this image. */
export async function readQr(picture: Locator): Promise<string> {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const read = qr.default(new Uint8ClampedArray(data), info.width, info.height);
  if (!read) throw new Error('no readable QR code');
  return read.data;
}

/**
 * An authenticator app set up with this address. The product accepts each code once, so a second call within the same 30 seconds
 * returns the next code, which is already valid.
 */
export function authenticatorApp(address: string): () => string {
  const app = URI.parse(address);
  if (!(app instanceof TOTP)) throw new Error(`not a TOTP address: ${address}`);
  let last = 0;
  return () => {
    const present = Math.floor(Date.now() / 1000 / app.period);
    last = Math.max(present, last + 1);
    return app.generate({ timestamp: last * app.period * 1000 });
  };
}
