import type { Features } from '../../app/composition.ts';
import type { Core } from '../../core/core.ts';
import { createBotActions } from './bot-actions.ts';
import { createBotEvents } from './bot-events.ts';
import { isDemoUser, listHiddenDemoUsers, listSeekers, moveDemoUsers } from './demo.store.ts';
import type { BotProfile } from './demo-bot.rules.ts';
import { createDemoBots, type DemoBotsOptions } from './demo-bot.ts';
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

  const actions = createBotActions(core, features, findBotProfile, options.random);
  const bots = createDemoBots({ findBotProfile, actions, log, ...options });
  const events = createBotEvents(db, features, { bots, botProfiles });

  /** Moves demo users near the users who are here, or near one of them only. */
  async function moveNearUsers(isWanted: (userId: string) => boolean = () => true): Promise<void> {
    const seekers = await listSeekers(db);
    for (const seeker of seekers.filter(({ userId }) => isWanted(userId))) {
      const { place } = await features.profile.me(seeker.userId);
      if (place) await moveDemoUsers(core, [...botProfiles.keys()], { seeker, seekers, place });
    }
  }

  async function onSearchSaved(userId: string): Promise<void> {
    if (!(await isDemoUser(db, userId))) await moveNearUsers((id) => id === userId);
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
      features.profile.onSearchSaved(onSearchSaved);
      await unlessStopped(async () => {
        // A start without the demo hid them.
        for (const id of await listHiddenDemoUsers(db))
          await db.transaction((tx) => features.profile.refreshDiscoverable(tx, id));
        await seedPopulation(core, features, botProfiles, {
          size,
          signal: stopping.signal,
          onCreated: () => moveNearUsers(),
        });
        // Also near those who saved their place before this server listened.
        await moveNearUsers();
        await events.catchUp();
      });
    },
    stop() {
      stopping.abort();
      bots.stop();
    },
  };
}
