import type { ErrorCode } from '@soulsight/contract/errors';

/** `http`: an error status. `network`: no connection. `timeout`: no response in time. `contract`: the response breaks the contract. */
export type ApiErrorKind = 'http' | 'network' | 'timeout' | 'contract';

export interface ApiErrorInit {
  kind: ApiErrorKind;
  /** 0 without a response. */
  status: number;
  code?: ErrorCode | undefined;
  /** The server's sentence for the user. */
  detail?: string | undefined;
  /** Messages for invalid fields; a key is the field's path joined with dots. */
  fields?: Record<string, string> | undefined;
  path: string;
  /** How long the server asks to wait before a retry. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** Every failure of a call except an abort, which throws the browser's AbortError. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly detail: string | undefined;
  readonly fields: Record<string, string>;
  readonly path: string;
  readonly retryAfterMs: number | undefined;

  constructor(init: ApiErrorInit) {
    super(init.detail ?? `${init.kind} ${init.status} ${init.path}`, { cause: init.cause });
    this.name = 'ApiError';
    this.kind = init.kind;
    this.status = init.status;
    this.code = init.code;
    this.detail = init.detail;
    this.fields = init.fields ?? {};
    this.path = init.path;
    this.retryAfterMs = init.retryAfterMs;
  }

  /** Whether a retry may help: network, timeout, 429, 500 and above. */
  get retryable(): boolean {
    return this.kind === 'network' || this.kind === 'timeout' || this.status >= 500 || this.status === 429;
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof ApiError;
}
