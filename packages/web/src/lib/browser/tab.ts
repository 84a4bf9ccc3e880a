/** This tab of the browser among the others of this origin. */
export interface Tab {
  /** Stays the same when the page is reloaded, and in a tab that the browser brings back. */
  id: string;
  /** The ids of the tabs that are open, with this one. */
  listOpen(): Promise<ReadonlySet<string>>;
  /** Calls back with the key that another tab has written to or removed from local storage; null when it has removed all. */
  onStored(listener: (key: string | null) => void): () => void;
  /** Calls back when the user comes back to this tab. */
  onShown(listener: () => void): () => void;
}

const ID_KEY = 'soulsight.tab';
const LOCK_PREFIX = 'soulsight.tab.';
let own: Tab | undefined;

/** The tab in which this code runs. */
export function getTab(): Tab {
  own ??= openTab();
  return own;
}

function openTab(): Tab {
  const id = readId();
  // Held until the tab is closed, also when the browser ends it. A duplicated tab has the same id, and shares the lock.
  navigator.locks?.request(LOCK_PREFIX + id, { mode: 'shared' }, () => new Promise(() => {})).catch(() => {});
  return {
    id,
    async listOpen() {
      const { held = [] } = (await navigator.locks?.query().catch(() => undefined)) ?? {};
      const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(LOCK_PREFIX));
      return new Set([id, ...names.map((name) => name.slice(LOCK_PREFIX.length))]);
    },
    onStored(listener) {
      const pass = ({ key, storageArea }: StorageEvent) => {
        if (storageArea !== window.sessionStorage) listener(key);
      };
      window.addEventListener('storage', pass);
      return () => window.removeEventListener('storage', pass);
    },
    onShown(listener) {
      const pass = () => document.visibilityState === 'visible' && listener();
      document.addEventListener('visibilitychange', pass);
      return () => document.removeEventListener('visibilitychange', pass);
    },
  };
}

function readId(): string {
  try {
    const id = sessionStorage.getItem(ID_KEY) ?? crypto.randomUUID();
    sessionStorage.setItem(ID_KEY, id);
    return id;
  } catch {
    return crypto.randomUUID();
  }
}
