import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export interface Frames {
  send(text: string): void;
  close(): void;
}

interface FrameOptions {
  port: number;
  path: string;
  /** One address has about 28,000 ephemeral ports. */
  localAddress?: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/**
 * A minimal WebSocket client, cheap enough for one core to load a server. Its mask is zero, which the protocol allows and
 * which leaves the payload unchanged.
 */
export function openFrames({ port, path, localAddress, onText, onClose }: FrameOptions): Promise<Frames> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress ? { localAddress } : {}) });
    socket.setNoDelay(true);
    let rest: Buffer = Buffer.alloc(0);
    let isOpen = false;
    socket.on('error', reject);
    socket.on('close', () => {
      reject(new Error(`the socket of ${path.slice(0, 44)} closed before it opened`));
      onClose();
    });
    socket.on('connect', () => socket.write(handshake(path)));
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (!isOpen) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return;
        const status = rest.toString('latin1', 9, 12);
        if (status !== '101') return reject(new Error(`the upgrade was answered with ${status}`));
        rest = rest.subarray(end + 4);
        isOpen = true;
        resolve({ send: (text) => void socket.write(encodeFrame(TEXT, text)), close: () => socket.destroy() });
      }
      rest = readFrames(rest, socket, onText);
    });
  });
}

function handshake(path: string): string {
  const key = randomBytes(16).toString('base64');
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`;
}

function encodeFrame(opcode: number, text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 6 : 8;
  const buffer = Buffer.alloc(head + length);
  buffer[0] = 0x80 | opcode;
  if (length < 126) buffer[1] = 0x80 | length;
  else {
    buffer[1] = 0x80 | 126;
    buffer.writeUInt16BE(length, 2);
  }
  buffer.write(text, head);
  return buffer;
}

/** Handles every complete frame and returns the remaining bytes. */
function readFrames(bytes: Buffer, socket: Socket, onText: (text: string) => void): Buffer {
  let at = 0;
  for (let payload = findPayload(bytes, at); payload !== null; payload = findPayload(bytes, at)) {
    const opcode = (bytes[at] as number) & 15;
    at = payload.end;
    if (opcode === TEXT) onText(bytes.toString('utf8', payload.start, payload.end));
    else if (opcode === PING) socket.write(encodeFrame(PONG, ''));
    else if (opcode === CLOSE) socket.destroy();
  }
  return bytes.subarray(at);
}

/** The start and end of the payload of the frame at this position, or null while the frame is incomplete. */
function findPayload(bytes: Buffer, at: number): { start: number; end: number } | null {
  const here = bytes.length - at;
  if (here < 2) return null;
  const short = (bytes[at + 1] as number) & 127;
  const head = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (here < head) return null;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
  return here < head + length ? null : { start: at + head, end: at + head + length };
}
