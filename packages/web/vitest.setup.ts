import '@testing-library/jest-dom/vitest';
import { BroadcastChannel } from 'node:worker_threads';
import { cleanup, configure, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, afterEach, expect, vi } from 'vitest';
import { PageSocket, pageSockets } from './src/testing/fake-socket.ts';
import { endLeftBehind, followIntervals } from './src/testing/left-behind.ts';
import { listNamedOtherwise } from './src/testing/named-otherwise.ts';
import { UploadOverFetch } from './src/testing/upload-over-fetch.ts';

const FILE_ID = crypto.randomUUID();

/** All test files in a process share its channels: without names of its own, a file would sign out the tabs of another. */
class ChannelOfFile extends BroadcastChannel {
  constructor(name: string) {
    super(`${name} ${FILE_ID}`);
  }
}

/** Screens are loaded when they are first needed, which takes a while on a busy machine. */
configure({ asyncUtilTimeout: 30_000 });
Object.assign(globalThis, { BroadcastChannel: ChannelOfFile, XMLHttpRequest: UploadOverFetch, WebSocket: PageSocket });
// The class is from outside of the file's context, whose Error is another one.
Object.setPrototypeOf(DOMException.prototype, Error.prototype);
followIntervals();

afterEach(() => {
  const named = listNamedOtherwise(document);
  vi.useRealTimers();
  cleanup();
  // Otherwise the next test shows them, too.
  toast.dismiss();
  for (const bar of screen.queryAllByTestId('route-bar')) bar.remove();
  const open = pageSockets.splice(0).filter(({ onmessage }) => onmessage !== null);
  localStorage.clear();
  sessionStorage.clear();
  document.documentElement.removeAttribute('data-theme');
  expect(named, 'controls that are named otherwise than they are written').toEqual([]);
  expect(
    open.map(({ url }) => url),
    'sockets that are open although nothing of the page is left',
  ).toEqual([]);
});

// In the application it would run on as well; in a process with other files it would break one of them, which would be blamed.
afterAll(() => expect(endLeftBehind(), 'what this file leaves behind').toEqual([]));
