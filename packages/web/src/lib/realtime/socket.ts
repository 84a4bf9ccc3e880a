/** The part of WebSocket that the realtime client uses. */
export interface SocketLike {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason?: string }) => void) | null;
  onerror: (() => void) | null;
  send(data: string): void;
  close(code: number, reason?: string): void;
}

export type SocketFactory = (url: string) => SocketLike;

const PRIVATE_CODE_OFFSET = 3_000;

/** The browser's WebSocket. Browsers may only close with 1000 or a private code, so 1008 is sent as 4008. */
export function openWebSocket(url: string): SocketLike {
  const socket = new WebSocket(url) as WebSocket & SocketLike;
  const close = socket.close.bind(socket);
  socket.close = (code?: number, reason?: string) =>
    close(
      code === undefined || code === 1000 || code >= PRIVATE_CODE_OFFSET ? code : code + PRIVATE_CODE_OFFSET,
      reason,
    );
  return socket;
}
