/** A refusal by its status: of the question, of the key, for too many questions, or because there is no model behind the address. */
export function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500) || status === 503;
}

type NetworkError = { code?: unknown; syscall?: unknown; cause?: unknown; errors?: unknown };
const TLS_CODE = /CERT|SIGNATURE|^ERR_(?:SSL|TLS)/;

/** Whether a call failed before anything was sent: at the name, the connection or its encryption. */
export function isUnreached(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, cause, errors } = error as NetworkError;
  if (syscall === 'connect' || syscall === 'getaddrinfo' || code === 'UND_ERR_CONNECT_TIMEOUT') return true;
  if (typeof code === 'string' && TLS_CODE.test(code)) return true;
  return Array.isArray(errors) ? errors.length > 0 && errors.every(isUnreached) : isUnreached(cause);
}
