/** The environment variables that are set and not empty. */
export type Env = Readonly<Record<string, string>>;

export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const set = Object.entries(source).flatMap(([name, value]) => {
    const trimmed = value?.trim();
    return trimmed ? [[name, trimmed] as const] : [];
  });
  return Object.fromEntries(set);
}
