import type { Envelope, ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import type { SocketLike } from '../lib/realtime/socket.ts';
import { MY_ID } from './ids.ts';

/** The server's end of a socket. */
export class FakeSocket implements SocketLike {
  readonly url: string;
  readonly sent: Envelope[] = [];
  closedWith: number | null = null;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  private count = 0;

  constructor(url: string) {
    this.url = url;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Envelope);
  }

  close(code: number): void {
    this.closedWith = code;
  }

  /** Opens the socket and accepts the token. */
  accept(): void {
    this.onopen?.();
    this.serverSends('auth_success', { user_id: MY_ID, session_expires_at: 0 });
  }

  serverSends<T extends ServerEventType>(type: T, payload: ServerPayload<T>, responseTo?: string): void {
    this.count += 1;
    const envelope = { type, payload, id: `s${this.count}`, priority: 'normal', response_to: responseTo };
    this.onmessage?.({ data: JSON.stringify(envelope) });
  }

  serverCloses(code: number, reason = ''): void {
    this.onclose?.({ code, reason });
  }

  sentByType(type: Envelope['type']): Envelope[] {
    return this.sent.filter((envelope) => envelope.type === type);
  }
}

/** The sockets that the page has opened in this test, oldest first. */
export const pageSockets: FakeSocket[] = [];

/** The browser's WebSocket in tests: nothing happens to it until the test makes it happen. */
export class PageSocket extends FakeSocket {
  constructor(url: string) {
    super(url);
    pageSockets.push(this);
  }
}
