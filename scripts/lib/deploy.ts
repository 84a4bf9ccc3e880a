import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MANIFESTS = 'deploy/kubernetes';
export const NODES = ['web1', 'web2', 'worker'] as const;

type Settings = Record<string, string>;
interface Service {
  environment: Settings;
  stop_grace_period?: string;
}

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Settings;
  stringData?: Settings;
  spec?: { replicas?: number; maxReplicas?: number; scaleTargetRef?: { kind: string; name: string } };
}

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

export function readCompose(): { services: Record<string, Service> } {
  return parse(read('compose.yaml'), { merge: true });
}

/** What Compose puts in place of `${NAME}`, `${NAME:-default}` and `${NAME:?}`. */
function interpolate(text: string, env: Settings): string {
  return text.replace(/\$\{(\w+)(?::-([^}]*)|:\?)?\}/g, (_, name: string, fallback = '') => env[name] || fallback);
}

/** The environment of one of our nodes in compose.yaml, as Compose would set it. */
export function nodeSettings(node: (typeof NODES)[number], env: Settings): Settings {
  const { environment = {} } = readCompose().services[node] ?? {};
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, interpolate(String(value), env)]),
  );
}

/** The command that the image runs. */
export function startCommand(): string[] {
  return JSON.parse(read('Dockerfile').match(/^CMD (\[.*\])$/m)?.[1] ?? '[]');
}

/** The environment that the image sets. */
export function imageSettings(): Settings {
  const stage =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const lines = [...stage.matchAll(/^ENV (.*)$/gm)].map(([, line = '']) => line);
  return Object.fromEntries(
    lines.flatMap((line) => [...line.matchAll(/(\w+)=(\S+)/g)].map(([, k = '', v = '']) => [k, v])),
  );
}

/** Every document of the Kubernetes manifests with its file, without kustomization.yaml. */
export function readManifests(): { file: string; manifest: Manifest }[] {
  return readdirSync(path.join(ROOT, MANIFESTS))
    .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
    .flatMap((file) =>
      parseAllDocuments(read(`${MANIFESTS}/${file}`)).map((document) => ({
        file: `${MANIFESTS}/${file}`,
        manifest: document.toJS() as Manifest,
      })),
    );
}

/** The variables that .env.example documents. */
export function documentedVariables(): Set<string> {
  return new Set([...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name));
}
