import { createECDH } from 'node:crypto';
import type { Config } from '../../core/config/config.ts';
import { readOrCreateKeyFile } from '../../core/crypto/master-key.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

/** The keys that identify this installation to push services: the configured ones, or a pair generated once in the data directory. */
export function loadVapidKeys(config: Pick<Config, 'dataDir' | 'secrets'>): VapidKeys {
  if (config.secrets.vapid) return config.secrets.vapid;
  const privateKey = readOrCreateKeyFile(config.dataDir, 'vapid');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') };
}
