import { PRODUCT_NAME } from '@soulsight/contract/product';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';

const SECRET_BYTES = 20;
const PERIOD_S = 30;
/** One step either way, for inexact clocks and slow typing. */
const WINDOW_STEPS = 1;

export interface TotpSecret {
  /** Base32, as a user would type it. */
  secret: string;
  uri: string;
  /** An SVG without `#`, which would end a data URL. */
  qrCode: string;
}

function generator(secret: string, label: string, issuer: string): TOTP {
  return new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: PERIOD_S, digits: 6, algorithm: 'SHA1' });
}

export async function newTotpSecret(label: string, issuer: string = PRODUCT_NAME): Promise<TotpSecret> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const uri = generator(secret, label, issuer).toString();
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 });
  return { secret, uri, qrCode: svg.replaceAll('#ffffff', 'white').replaceAll('#000000', 'black').trim() };
}

/** The time step of a code, or null if it is not valid now. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const timestamp = now.getTime();
  const delta = generator(secret, '', '').validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_S) + delta;
}

/** The code for a moment, for tests and tools. */
export function totpCode(secret: string, now: Date): string {
  return generator(secret, '', '').generate({ timestamp: now.getTime() });
}
