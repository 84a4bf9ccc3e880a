import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { documentedVariables, nodeSettings, readCompose, readManifests, startCommand } from './lib/deploy.ts';
import { fromRoot, log, main, NOT_CHECKED } from './lib/project.mjs';

/** Rules of style that our file does not follow: our order is by meaning, and the nodes share an image. */
const COMPOSE_RULES = {
  'no-build-and-image': 0,
  'require-project-name-field': 2,
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'service-dependencies-alphabetical-order': 0,
  'service-ports-alphabetical-order': 0,
  'top-level-properties-order': 0,
  'no-unbound-port-interfaces': 0,
  'require-quotes-in-ports': [2, { quoteType: 'double' }],
  'no-quotes-in-volumes': 2,
};

/** The ports of a worker, which has one more than a web node. */
const CONNECTIONS_PER_NODE = 26;
const SPARE_CONNECTIONS = 20;

/** Checks the deployment files with their linters, and that what they name exists. */
await main(async () => {
  const problems = [
    ...checkCompose(),
    ...checkDockerfile(),
    ...checkCaddyfile(),
    ...(await checkManifests()),
    ...checkAutoscaling(),
    ...checkConnections(),
    ...checkSettings(),
  ];
  for (const problem of problems) log(problem);
  return problems.length > 0 ? 1 : 0;
});

function checkCompose() {
  const linter = new DCLinter({ rules: COMPOSE_RULES, quiet: false, debug: false, exclude: [] });
  return linter
    .lintFiles([fromRoot('compose.yaml')], false)
    .flatMap(({ messages }) => messages.map(({ line, message, rule }) => `compose.yaml:${line} ${message} (${rule})`));
}

function checkDockerfile() {
  const text = readFileSync(fromRoot('Dockerfile'), 'utf8');
  const problems = validate(text).map(({ range, message }) => `Dockerfile:${range.start.line + 1} ${message}`);
  const lastUser = text.match(/^USER (\S+)$/gm)?.at(-1);
  if (lastUser !== 'USER node') problems.push('Dockerfile: the image must not run as root');
  for (const file of startCommand().filter((word) => word.endsWith('.ts')))
    if (!existsSync(fromRoot(file))) problems.push(`Dockerfile: ${file} does not exist`);
  return problems;
}

function checkCaddyfile() {
  const file = fromRoot('deploy/Caddyfile');
  const runs = [
    ['validate', '--adapter', 'caddyfile', '--config', file],
    ['fmt', file],
  ].map((args) => spawnSync('caddy', args, { encoding: 'utf8' }));
  if (runs.some(({ error }) => error)) {
    log(`${NOT_CHECKED} deploy/Caddyfile: Caddy is not installed`);
    return [];
  }
  const [validated, formatted] = runs;
  if (validated.status !== 0) return [`deploy/Caddyfile: ${validated.stderr.trim().split('\n').at(-1)}`];
  return formatted.stdout === readFileSync(file, 'utf8') ? [] : ['deploy/Caddyfile: run caddy fmt --overwrite'];
}

/** Against the schemas of Kubernetes. */
async function checkManifests() {
  const problems = [];
  for (const { file, manifest } of readManifests()) {
    const { [manifest.kind]: Model } = await import(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`);
    try {
      new Model(manifest).validate();
    } catch (error) {
      problems.push(`${file}: ${manifest.kind} ${manifest.metadata.name}: ${error.message}`);
    }
  }
  const { resources } = parse(readFileSync(fromRoot('deploy/kubernetes/kustomization.yaml'), 'utf8'));
  for (const resource of resources)
    if (!existsSync(fromRoot(`deploy/kubernetes/${resource}`)))
      problems.push(`kustomization.yaml: no file ${resource}`);
  return problems;
}

/** Where an autoscaler chooses the number of nodes, each kubectl apply of a manifest with a number would undo its choice. */
function checkAutoscaling() {
  const manifests = readManifests();
  const scaled = manifests.flatMap(({ manifest }) => manifest.spec?.scaleTargetRef ?? []);
  return manifests
    .filter(({ manifest }) =>
      scaled.some(({ kind, name }) => kind === manifest.kind && name === manifest.metadata.name),
    )
    .filter(({ manifest }) => manifest.spec?.replicas !== undefined)
    .map(({ file }) => `${file}: an autoscaler chooses the replicas of this deployment, so it must not name them`);
}

/** One more node of each deployment runs during an update. Superusers and migrations need a few. */
function checkConnections() {
  const nodes = readManifests().flatMap(({ manifest }) => (manifest.spec?.maxReplicas ?? -1) + 1);
  const needed = nodes.reduce((sum, n) => sum + n, 0) * CONNECTIONS_PER_NODE + SPARE_CONNECTIONS;
  const said = Number(readFileSync(fromRoot('docs/operations.md'), 'utf8').match(/`max_connections` of (\d+)/)?.[1]);
  return said >= needed ? [] : [`docs/operations.md: with Kubernetes max_connections must be ${needed} at least`];
}

/** Every variable is one that the server reads, and both ways to run it set the same ones. */
function checkSettings() {
  const documented = documentedVariables();
  const inCompose = Object.keys(nodeSettings('web1', {}));
  const inCluster = readManifests()
    .filter(({ manifest }) => ['ConfigMap', 'Secret'].includes(manifest.kind))
    .flatMap(({ manifest }) => Object.keys({ ...manifest.data, ...manifest.stringData }));
  const problems = [...inCompose, ...inCluster]
    .filter((name) => !documented.has(name))
    .map((name) => `${name} is not in .env.example`);
  const compose = inCompose.filter((name) => name !== 'ROLE').sort();
  if (compose.join() !== [...inCluster].sort().join())
    problems.push(`compose.yaml sets ${compose.join(', ')}; the manifests set ${[...inCluster].sort().join(', ')}`);
  for (const { stop_grace_period: grace, environment } of ['web1', 'worker'].map(
    (name) => readCompose().services[name],
  ))
    if (Number.parseInt(grace, 10) < Number(environment.DRAIN_SECONDS) + 30)
      problems.push('compose.yaml: stop_grace_period must be DRAIN_SECONDS and 30 seconds more');
  return problems;
}
