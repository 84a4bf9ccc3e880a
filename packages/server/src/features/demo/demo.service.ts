import type { Place } from '@soulsight/contract/profile';
import type { Features } from '../../app/composition.ts';
import type { Core } from '../../core/core.ts';
import { createBotActions } from './bot-actions.ts';
import { createBotEvents } from './bot-events.ts';
import { isDemoUser, listHiddenDemoUsers, moveDemoUsers } from './demo.store.ts';
import type { BotProfile } from './demo-bot.rules.ts';
import { createDemoBots, type DemoBotsOptions } from './demo-bot.ts';
import { HOMES_MAX } from './demo-homes.rules.ts';
import { seedPopulation } from './population.ts';
import { ensureReadyAccounts, type ReadyAccounts } from './ready-accounts.ts';

export interface Demo {
  /** Two accounts to sign in with; null when the server stopped meanwhile. */
  ready(): Promise<ReadyAccounts | null>;
  /** Creates missing demo users, which takes a minute the first time, and starts the bots. */
  start(): Promise<void>;
  stop(): void;
}

/** Demo users and the bots that act for them, so that one person alone can try the product. */
export function createDemo(
  core: Core,
  features: Features,
  { size, ...options }: Pick<DemoBotsOptions, 'later' | 'random'> & { size?: number } = {},
): Demo {
  const { db, hub, log } = core;
  const botProfiles = new Map<string, BotProfile>();
  const findBotProfile = (userId: string) => botProfiles.get(userId);
  const stopping = new AbortController();
  /** Where users live, the last change first: demo users created later live there in turn. */
  let homes: Place[] = [];

  const actions = createBotActions(core, features, findBotProfile, options.random);
  const bots = createDemoBots({ findBotProfile, actions, log, ...options });
  const events = createBotEvents(db, features, { bots, botProfiles });

  async function onPlaceChanged(userId: string, place: Place): Promise<void> {
    if (await isDemoUser(db, userId)) return;
    homes = [place, ...homes.filter(({ lat, lon }) => lat !== place.lat || lon !== place.lon)].slice(0, HOMES_MAX);
    await moveDemoUsers(core, [...botProfiles.keys()], place);
  }

  /** Returns null when stopping made the work fail, because the database was closed. */
  async function unlessStopped<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (stopping.signal.aborted) return null;
      throw error;
    }
  }

  return {
    ready: () => unlessStopped(() => ensureReadyAccounts(core, features, { size })),
    async start() {
      hub.onDelivery(events.onDelivery);
      features.profile.onPlaceChanged(onPlaceChanged);
      await unlessStopped(async () => {
        // A start without the demo hid them.
        for (const id of await listHiddenDemoUsers(db))
          await db.transaction((tx) => features.profile.refreshDiscoverable(tx, id));
        await seedPopulation(core, features, botProfiles, {
          size,
          signal: stopping.signal,
          // By twos: women and men alternate.
          home: (index) => homes[Math.floor(index / 2) % homes.length],
        });
        await events.catchUp();
      });
    },
    stop() {
      stopping.abort();
      bots.stop();
    },
  };
}
