import { MINUTE_MS } from '@soulsight/contract/time';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../testing/build-user.ts';
import { fakeRealtime } from '../../testing/fake-realtime.ts';
import { MY_ID } from '../../testing/ids.ts';
import { type Session, SessionContext } from '../session/session.ts';
import { useConnection } from './connection.ts';
import { RealtimeProvider } from './realtime-provider.tsx';

function Status() {
  return <output>{useConnection().status}</output>;
}

function tree(world: ReturnType<typeof fakeRealtime>, session: Session) {
  return (
    <SessionContext value={{ session, signOut: async () => {} }}>
      <RealtimeProvider client={world.client}>
        <Status />
      </RealtimeProvider>
    </SessionContext>
  );
}

describe('the realtime connection and the session', () => {
  it('[4.15] connects 1 s after sign-in and disconnects on sign-out', async () => {
    const world = fakeRealtime();
    const { rerender, findByText } = render(tree(world, { status: 'loading' }));
    world.clock.advance(10_000);
    expect(world.sockets).toHaveLength(0);
    rerender(tree(world, buildSession()));
    world.clock.advance(1_000);
    expect(world.lastSocket().url).toBe(`wss://test/ws/${MY_ID}?token=access`);
    world.lastSocket().accept();
    await findByText('connected');
    rerender(tree(world, { status: 'signed_out' }));
    expect(world.lastSocket().closedWith).toBe(1000);
    await findByText('disconnected');
  });

  it('[4.15] connects unverified users too', () => {
    const world = fakeRealtime();
    render(tree(world, buildSession({ isVerified: false })));
    world.clock.advance(1_000);
    expect(world.sockets).toHaveLength(1);
  });

  it('a refreshed session authenticates on the same socket', () => {
    const world = fakeRealtime();
    const { rerender } = render(tree(world, buildSession()));
    world.clock.advance(1_000);
    world.lastSocket().accept();
    rerender(tree(world, { ...buildSession(), accessToken: 'token-2' } as Session));
    expect(world.lastSocket().sentByType('auth')[0]?.payload.token).toBe('token-2');
    expect(world.sockets).toHaveLength(1);
  });

  it('closes the socket and connects no more once it is unmounted', () => {
    const world = fakeRealtime();
    const { unmount } = render(tree(world, buildSession()));
    world.clock.advance(1_000);
    world.lastSocket().accept();
    unmount();
    expect(world.lastSocket().closedWith).toBe(1000);
    world.clock.advance(10 * MINUTE_MS);
    expect(world.sockets).toHaveLength(1);
  });

  it('reconnects immediately when the browser is online again', () => {
    const world = fakeRealtime();
    render(tree(world, buildSession()));
    world.clock.advance(1_000);
    world.lastSocket().accept();
    window.dispatchEvent(new Event('offline'));
    expect(world.client.snapshot().status).toBe('reconnecting');
    window.dispatchEvent(new Event('online'));
    world.clock.advance(0);
    expect(world.sockets).toHaveLength(2);
  });
});
