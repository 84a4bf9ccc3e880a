import { focusManager, MutationCache, type MutationOptions, QueryCache, QueryClient } from '@tanstack/react-query';
import { userSignal } from './api.ts';
import { isApiError } from './api-error.ts';
import { QUERY_ROOTS } from './query-keys.ts';

const RETRIES = 2;
const RETRY_BASE_MS = 1_000;
const RETRY_MAX_MS = 30_000;
/** Up to this share is added, so that those who were refused together do not come back together. */
const RETRY_SPREAD = 0.5;
const STALE_MS = 30_000;

/** Network and server failures, not refusals. A 429 is left to the user. */
function isTemporary(error: unknown): boolean {
  return isApiError(error) && error.retryable && error.status !== 429;
}

function shouldRetry(failures: number, error: unknown): boolean {
  return failures < RETRIES && isTemporary(error);
}

/** Retries a change only if the server did not begin it: otherwise it could be made twice. */
function shouldRetryChange(failures: number, error: unknown): boolean {
  return failures < RETRIES && isApiError(error) && error.code === 'overloaded';
}

/** Milliseconds until the next attempt: what the server asks for, otherwise longer after each failure; at most 45 s. */
export function retryDelay(failures: number, error: unknown): number {
  const asked = isApiError(error) ? error.retryAfterMs : undefined;
  const delay = Math.min(asked ?? RETRY_BASE_MS * 2 ** failures, RETRY_MAX_MS);
  return delay * (1 + Math.random() * RETRY_SPREAD);
}

type Options = MutationOptions<unknown, unknown, unknown, unknown>;

/** For each run of a mutation, the signal of the user who started it. The library makes one context for a run with all its attempts. */
const startedBy = new WeakMap<object, AbortSignal>();
const hasLeft = (context: object) => startedBy.get(context)?.aborted === true;

/** A change that waits for its next attempt must not run for the next user, and its end must not change what that user sees. */
function boundToUser({ mutationFn, onMutate, onSuccess, onError, onSettled }: Options): Options {
  return {
    ...(mutationFn && {
      mutationFn: async (variables, context) => {
        startedBy.get(context)?.throwIfAborted();
        return mutationFn(variables, context);
      },
    }),
    onMutate: (variables, context) => {
      startedBy.set(context, userSignal());
      return onMutate?.(variables, context);
    },
    onSuccess: (...end) => (hasLeft(end[3]) ? undefined : onSuccess?.(...end)),
    onError: (...end) => (hasLeft(end[3]) ? undefined : onError?.(...end)),
    onSettled: (...end) => (hasLeft(end[4]) ? undefined : onSettled?.(...end)),
  };
}

class UserBoundClient extends QueryClient {
  /** The queries that changed while the page was hidden, by their hash. */
  readonly #changedWhileHidden = new Set<string>();
  #stopWaiting: (() => void) | undefined;

  /**
   * Also asks again for what is loading for the first time: its answer may be older than what has changed. The library lets that
   * request go on and forgets the change. A hidden page asks for nothing until it is shown, unless `refetchType` says so.
   */
  override async invalidateQueries(
    filters?: Parameters<QueryClient['invalidateQueries']>[0],
    options?: Parameters<QueryClient['invalidateQueries']>[1],
  ): Promise<void> {
    if (!focusManager.isFocused() && filters?.refetchType === undefined) return this.#waitUntilShown(filters);
    const loading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    const again = loading.map(async ({ promise, queryKey }) => {
      // What failed is not asked for once more.
      const isLoaded = await promise?.then(() => true).catch(() => false);
      if (isLoaded) await super.invalidateQueries({ queryKey, exact: true }, options);
    });
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }

  #waitUntilShown(filters: Parameters<QueryClient['invalidateQueries']>[0]): Promise<void> {
    for (const { queryHash } of this.getQueryCache().findAll(filters)) this.#changedWhileHidden.add(queryHash);
    this.#stopWaiting ??= focusManager.subscribe((isShown) => {
      if (!isShown) return;
      this.#stopWaiting?.();
      this.#stopWaiting = undefined;
      const changed = new Set(this.#changedWhileHidden);
      this.#changedWhileHidden.clear();
      // A request from before the change is made again. The library, which asks for more now that the page is shown, joins it.
      void this.invalidateQueries({ predicate: ({ queryHash }) => changed.has(queryHash) });
    });
    return super.invalidateQueries({ ...filters, refetchType: 'none' });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature of the library
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(options?: T): T {
    const all = super.defaultMutationOptions(options);
    return options?._defaulted ? all : { ...all, ...boundToUser(all) };
  }
}

export function createQueryClient(): QueryClient {
  /** The queries whose last attempt failed. */
  const failed = new WeakSet<object>();
  // A moderator or operator who lost the role sees at the first refusal which pages are left, not minutes later.
  const onError = (error: unknown) => {
    if (isApiError(error) && error.code === 'forbidden') void client.invalidateQueries({ queryKey: QUERY_ROOTS.me });
  };
  const refetchFailed = () =>
    client.refetchQueries(
      { type: 'active', predicate: ({ state }) => isTemporary(state.error) },
      { cancelRefetch: false },
    );
  const client: QueryClient = new UserBoundClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        failed.add(query);
        onError(error);
      },
      // Where several parts of a page failed, "Try Again" in one of them brings back the others too.
      onSuccess: (_, query) => {
        if (failed.delete(query)) void refetchFailed();
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: shouldRetry, retryDelay, refetchOnWindowFocus: true },
      mutations: { retry: shouldRetryChange, retryDelay },
    },
  });
  return client;
}
