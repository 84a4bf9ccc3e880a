import type { SocketFactory, SocketLike } from './socket.ts';

export interface TransportHandlers {
  onOpen: () => void;
  onData: (data: unknown) => void;
  onError: () => void;
  /** The other side closed the socket. Not called after `close`. */
  onClose: (code: number, reason: string) => void;
  /** The socket is gone, closed by either side. Called before `onClose`. */
  onDetached: () => void;
}

/** At most one WebSocket at a time; events of an earlier one are ignored. */
export interface Transport {
  /** @throws when the browser refuses the address */
  open(url: string): void;
  close(code: number): void;
  /** Does nothing without an open socket: the close event that follows requeues the envelope. */
  send(text: string): void;
}

export function createTransport(openSocket: SocketFactory, handlers: TransportHandlers): Transport {
  let socket: SocketLike | null = null;

  function detach(): void {
    if (socket) Object.assign(socket, { onopen: null, onmessage: null, onclose: null, onerror: null });
    socket = null;
    handlers.onDetached();
  }

  return {
    open(url) {
      const opened = openSocket(url);
      opened.onopen = handlers.onOpen;
      opened.onmessage = ({ data }) => handlers.onData(data);
      opened.onerror = handlers.onError;
      opened.onclose = ({ code, reason = '' }) => {
        detach();
        handlers.onClose(code, reason);
      };
      socket = opened;
    },

    close(code) {
      const closing = socket;
      detach();
      try {
        closing?.close(code);
      } catch {
        // It was never open.
      }
    },

    send(text) {
      try {
        socket?.send(text);
      } catch {
        // The close event follows.
      }
    },
  };
}
