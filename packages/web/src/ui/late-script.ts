import { type ComponentType, lazy, type ReactNode } from 'react';
import { withChunkTimeout } from '../lib/errors/chunk-load.ts';

/** A screen that failed to load is tried again when it is opened after this time. */
const FORGET_AFTER_MS = 1_000;

/** A component whose script is loaded when it is needed. */
export interface LateScript<P extends object = object> {
  /** Loads it. @throws ChunkLoadError */
  (): Promise<ComponentType<P>>;
  /** Suspends until it has loaded; renders at once if it has. */
  find(): ComponentType<P>;
  /** Call it after a failure was shown, so that the next attempt loads the script again. */
  forget(): void;
}

/** A module with a component of the name N. */
export type ModuleWith<N extends string> = Record<N, (props: never) => ReactNode>;
/** The properties of the component of the name N. */
export type PropsIn<M extends ModuleWith<N>, N extends string> = M[N] extends (props: infer P) => unknown
  ? P & object
  : never;

/**
 * The component of a name in a module.
 * @param forgetsAfterMs when a failure is forgotten by itself
 */
export function lateScript<N extends string, M extends ModuleWith<N>>(
  load: () => Promise<M>,
  name: N,
  forgetsAfterMs = FORGET_AFTER_MS,
): LateScript<PropsIn<M, N>> {
  type Part = ComponentType<PropsIn<M, N>>;
  let loaded: Part | null = null;
  let loading: Promise<Part> | null = null;
  let suspending: Part | null = null;
  let hasFailed = false;

  async function loadComponent(): Promise<Part> {
    try {
      loaded = (await withChunkTimeout(load(), hasFailed))[name] as unknown as Part;
      return loaded;
    } catch (error) {
      hasFailed = true;
      loading = null;
      // Later, because a component that suspends again while its failure is rendered would never show the failure.
      const failed = suspending;
      if (Number.isFinite(forgetsAfterMs)) setTimeout(() => suspending === failed && forget(), forgetsAfterMs);
      throw error;
    }
  }

  function open(): Promise<Part> {
    loading ??= loadComponent();
    return loading;
  }

  function find(): Part {
    // Keep the component that suspended, so that what it renders keeps its state.
    suspending ??= loaded ?? (lazy(async () => ({ default: await open() })) as unknown as Part);
    return suspending;
  }

  function forget(): void {
    suspending = null;
  }

  return Object.assign(open, { find, forget });
}
