import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type Session, SessionContext } from '../session.ts';
import { SIGNED_IN } from '../testing/render.tsx';
import { useConnection } from './connection.ts';
import { RealtimeProvider } from './realtime-provider.tsx';
import { fakeWorld, ME } from './testing/fake-world.ts';

function Status() {
  return <output>{useConnection().status}</output>;
}

function tree(world: ReturnType<typeof fakeWorld>, session: Session, allowed = true) {
  return (
    <SessionContext value={{ session, signOut: async () => {} }}>
      <RealtimeProvider client={world.client} allowed={allowed}>
        <Status />
      </RealtimeProvider>
    </SessionContext>
  );
}

describe('the live connection and the session', () => {
  it('[4.15] connects 1 s after sign-in and leaves on sign-out', async () => {
    const world = fakeWorld();
    const { rerender, findByText } = render(tree(world, { status: 'loading' }));
    world.clock.pass(10_000);
    expect(world.sockets).toHaveLength(0);
    rerender(tree(world, SIGNED_IN));
    world.clock.pass(1_000);
    expect(world.last().url).toBe(`wss://test/ws/${ME}?token=token`);
    world.last().accept();
    await findByText('connected');
    rerender(tree(world, { status: 'signed_out' }));
    expect(world.last().closedWith).toBe(1000);
    await findByText('disconnected');
  });

  it('[6.4] does not connect for whoever is not verified', () => {
    const world = fakeWorld();
    render(tree(world, SIGNED_IN, false));
    world.clock.pass(10_000);
    expect(world.sockets).toHaveLength(0);
  });

  it('a refreshed session is renewed in place', () => {
    const world = fakeWorld();
    const { rerender } = render(tree(world, SIGNED_IN));
    world.clock.pass(1_000);
    world.last().accept();
    rerender(tree(world, { ...SIGNED_IN, accessToken: 'token-2' } as Session));
    expect(world.last().sentOf('auth')[0]?.payload.token).toBe('token-2');
    expect(world.sockets).toHaveLength(1);
  });

  it('comes back at once when the browser is online again', () => {
    const world = fakeWorld();
    render(tree(world, SIGNED_IN));
    world.clock.pass(1_000);
    world.last().accept();
    window.dispatchEvent(new Event('offline'));
    expect(world.client.snapshot().status).toBe('reconnecting');
    window.dispatchEvent(new Event('online'));
    world.clock.pass(0);
    expect(world.sockets).toHaveLength(2);
  });
});
