import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const FUNCTIONS = new Set('sum max by rate histogram_quantile and or offset le min_over_time label_replace'.split(' '));

interface Dashboard {
  panels: { targets: { expr: string }[] }[];
}

/** A file of the project, by its path from the root. */
export const readFromRoot = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** The names of the alerts, in the order of their file. */
export function listAlerts(): string[] {
  return listRules().map(([, name = '']) => name);
}

function listRules() {
  return [...readFromRoot('deploy/prometheus/alerts.yaml').matchAll(/- alert: (\w+)\n\s+expr: ['"](.*)['"]$/gm)];
}

/** Every expression of PromQL in the alerts and the dashboard. */
export function listExpressions(): string[] {
  const { panels } = JSON.parse(readFromRoot('deploy/grafana/soulsight.json')) as Dashboard;
  return [
    ...listRules().map(([, , expression = '']) => expression),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
}

/** The metrics that an expression of PromQL names. */
export function namesIn(expression: string): string[] {
  const bare = expression.replaceAll(/\{[^}]*\}|"[^"]*"|\[[^\]]*\]|by \([^)]*\)|offset \w+/g, ' ');
  return [...bare.matchAll(/[a-z_][a-z0-9_]*/gi)].map(([name]) => name).filter((name) => !FUNCTIONS.has(name));
}

/** The metrics in what a node answers Prometheus. */
export function exportedIn(answer: string): string[] {
  return [...answer.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}
