import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import tls from 'node:tls';
import { freePort } from '../../scripts/lib/free-port.ts';

const CADDYFILE = path.resolve(import.meta.dirname, '../../deploy/Caddyfile');
/** What the file says in compose.yaml, where the nodes have names. */
const NODES = 'web1:3000 web2:3000';
const POLL_MS = 100;

/**
 * Debian's Caddy with deploy/Caddyfile, in which only the addresses of the nodes are replaced. It has TLS by an authority of its own, which
 * this process trusts from then on.
 * @param dir empty, for its files
 * @param site `localhost:` and a port, as `SITE_ADDRESS` of compose.yaml
 */
export async function startCaddy(dir: string, site: string, nodePorts: readonly number[]) {
  const file = path.join(dir, 'Caddyfile');
  const rules = readFileSync(CADDYFILE, 'utf8');
  if (!rules.includes(NODES)) throw new Error(`deploy/Caddyfile does not name ${NODES}`);
  const nodes = nodePorts.map((port) => `127.0.0.1:${port}`).join(' ');
  // Only what keeps it to itself: no port 80, no administration, and no authority in the trust store of the machine.
  const alone = `{\n\tadmin off\n\thttp_port ${await freePort()}\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n}\n`;
  writeFileSync(file, `${alone}${rules.replace(NODES, nodes)}`);
  const env = { PATH: process.env.PATH, HOME: dir, XDG_DATA_HOME: dir, XDG_CONFIG_HOME: dir, SITE_ADDRESS: site };
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  const caddy = spawn('caddy', args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const printed: string[] = [];
  caddy.stderr.on('data', (chunk) => printed.push(String(chunk)));
  const root = path.join(dir, 'caddy/pki/authorities/local/root.crt');
  for (let answers = false; !answers; ) {
    if (caddy.exitCode !== null) throw new Error(`Caddy exited with ${caddy.exitCode}: ${printed.join('')}`);
    await setTimeout(POLL_MS);
    if (!existsSync(root)) continue;
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(root, 'utf8')]);
    answers = await fetch(`https://${site}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
  return {
    baseURL: `https://${site}`,
    async stop(): Promise<void> {
      if (caddy.exitCode !== null) return;
      caddy.kill('SIGKILL');
      await once(caddy, 'exit');
    },
  };
}
