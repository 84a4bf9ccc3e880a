import { type ComponentType, lazy } from 'react';
import { withChunkTimeout } from '../../lib/errors/chunk-load.ts';

/** A screen whose script failed to load is tried again when it is opened after this time. */
const TRY_AGAIN_MS = 1_000;

type Loaded = { Component: ComponentType };

export interface LazyScreen {
  /** Loads the script. @throws ChunkLoadError */
  (): Promise<Loaded>;
  /** Suspends until the script has loaded; renders at once where it has. */
  find(): ComponentType;
}

/** The component of a name in a module that is loaded when it is needed. */
export function lazyScreen<M extends Record<N, ComponentType>, N extends string>(
  load: () => Promise<M>,
  name: N,
): LazyScreen {
  let loaded: ComponentType | null = null;
  let loading: Promise<Loaded> | null = null;
  let suspending: ComponentType | null = null;
  async function loadComponent(): Promise<Loaded> {
    try {
      loaded = (await withChunkTimeout(load()))[name];
      return { Component: loaded };
    } catch (error) {
      // Not at once: a screen that suspends again while its failure is rendered would never show it.
      setTimeout(() => {
        loading = null;
        suspending = null;
      }, TRY_AGAIN_MS);
      throw error;
    }
  }
  function open() {
    loading ??= loadComponent();
    return loading;
  }
  function find() {
    // One that has suspended stays, so that what it shows keeps its state.
    suspending ??= loaded ?? lazy(() => open().then(({ Component }) => ({ default: Component })));
    return suspending;
  }
  return Object.assign(open, { find });
}
