import { setTimeout } from 'node:timers/promises';
import { postAuthLogin } from '@soulsight/contract/auth';
import { getMe } from '@soulsight/contract/profile';
import { socketPath } from '@soulsight/contract/realtime';
import { WebSocket } from 'ws';
import { type Api, apiAt } from '../support/api.ts';
import type { TestUser } from '../support/test-user.ts';

export interface SignedIn {
  id: string;
  token: string;
  api: Api;
}

export async function signIn(baseURL: string, { email, password }: TestUser): Promise<SignedIn> {
  const { access_token: token } = await apiAt(baseURL).call(postAuthLogin, { body: { email, password } });
  const api = apiAt(baseURL).as(token);
  return { id: (await api.call(getMe)).id, token, api };
}

/** A device that connects again when it is told to, or cut off. */
export function openDevice(baseURL: string, { id, token }: Pick<SignedIn, 'id' | 'token'>) {
  const received: string[] = [];
  let reconnects = -1;
  let isOpen = true;
  let socket: WebSocket;

  function connect(): void {
    reconnects += 1;
    socket = new WebSocket(`${baseURL.replace('http', 'ws')}${socketPath(id)}?token=${encodeURIComponent(token)}`);
    socket.on('message', (data) => {
      const { type, payload } = JSON.parse(String(data)) as { type: string; payload: { id?: string } };
      if (type === 'message' && payload.id) received.push(payload.id);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (isOpen) void setTimeout(200).then(connect);
    });
  }

  connect();
  return {
    /** The ids of the messages that arrived, in order. */
    received: () => received,
    reconnects: () => reconnects,
    close() {
      isOpen = false;
      socket.close();
    },
  };
}
