import path from 'node:path';
import { type App, buildApp } from '@soulsight/server/app/app';
import { configFromEnv } from '@soulsight/server/core/config/config';
import { buildPair } from '@soulsight/server/features/demo/builders/user.builder';

export interface User {
  id: string;
  email: string;
  token: string;
}
export interface Pair {
  users: [User, User];
  conversationId: string;
}

const AT_ONCE = 4;

/** Does something with the product's own services, on the database of these settings. Jobs are left for workers. */
export async function withProduct<T>(
  dir: string,
  settings: NodeJS.ProcessEnv,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const env = Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const app = await buildApp(configFromEnv({ ...env, PORT: '0', DATA_DIR: path.join(dir, 'users') }), {
    manualJobs: true,
  });
  await app.startWork();
  const result = await work(app);
  await app.stop();
  return result;
}

/** Creates pairs with a conversation through the product's services. */
export function buildPairs(count: number, dir: string, settings: NodeJS.ProcessEnv): Promise<Pair[]> {
  return withProduct(dir, settings, async ({ features }) => {
    const pairs: Pair[] = [];
    const buildSome = async () => {
      while (pairs.length < count) {
        const { one, other, matchId } = await buildPair(features);
        const { id } = await features.chat.start(one.id, matchId);
        pairs.push({ users: [one, other], conversationId: id });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, buildSome));
    return pairs.slice(0, count);
  });
}
