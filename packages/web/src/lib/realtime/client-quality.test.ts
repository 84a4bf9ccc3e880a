import { describe, expect, it } from 'vitest';
import { fakeRealtime } from '../../testing/fake-realtime.ts';
import { backoffMs } from './backoff.ts';
import { averageLatency, rateQuality, withSample } from './quality.ts';

const AT = '2026-01-01T00:00:00.000Z';

describe('heartbeats and quality', () => {
  it('[9.6] sends a heartbeat every 30 s while it is answered', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    const beats = () => socket.sentByType('heartbeat');
    expect(beats()).toHaveLength(1);
    for (let n = 1; n <= 4; n++) {
      socket.serverSends('heartbeat_ack', { timestamp: AT }, beats().at(-1)?.id);
      world.clock.advance(29_999);
      expect(beats()).toHaveLength(n);
      world.clock.advance(1);
      expect(beats()).toHaveLength(n + 1);
    }
  });

  it('[4.17] quality is poor without an acknowledgement in 8 s, until the next one', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    const answer = () =>
      socket.serverSends('heartbeat_ack', { timestamp: AT }, socket.sentByType('heartbeat').at(-1)?.id);
    world.clock.advance(50);
    answer();
    expect(world.client.snapshot()).toMatchObject({ quality: 'excellent', latencyMs: 50 });
    world.clock.advance(29_950 + 7_999);
    expect(world.client.snapshot().quality).toBe('excellent');
    world.clock.advance(1);
    expect(world.client.snapshot().quality).toBe('poor');
    answer();
    expect(world.client.snapshot().quality).not.toBe('unknown');
    expect(world.client.latencies()).toEqual([50, 8_000]);
  });

  it('[4.17] the latencies are those of the heartbeats: what the server measures rates the connection only until one was answered', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    socket.serverSends('connection_quality', { latency_ms: 700 });
    expect(world.client.snapshot()).toMatchObject({ quality: 'fair', latencyMs: 700 });
    world.clock.advance(50);
    socket.serverSends('heartbeat_ack', { timestamp: AT }, socket.sentByType('heartbeat')[0]?.id);
    socket.serverSends('connection_quality', { latency_ms: 700 });
    expect(world.client.latencies()).toEqual([50]);
    expect(world.client.snapshot()).toMatchObject({ quality: 'excellent', latencyMs: 50 });
    world.clock.advance(29_950 + 8_000);
    socket.serverSends('connection_quality', { latency_ms: 20 });
    expect(world.client.snapshot().quality).toBe('poor');
  });

  it('a server that is silent for a whole interval counts as disconnected', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    world.clock.advance(30_000);
    expect(world.client.snapshot().status).toBe('reconnecting');
    expect(socket.closedWith).not.toBeNull();
  });

  it('a server that sends events but acknowledges late stays connected', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    world.clock.advance(20_000);
    socket.serverSends('match_liked', {});
    world.clock.advance(10_000);
    expect(world.client.snapshot().status).toBe('connected');
  });

  it('[4.17] is unknown when disconnected', () => {
    const world = fakeRealtime();
    const socket = world.connect();
    socket.serverSends('heartbeat_ack', { timestamp: AT }, socket.sentByType('heartbeat')[0]?.id);
    socket.serverCloses(1006);
    expect(world.client.snapshot()).toMatchObject({ quality: 'unknown', latencyMs: null });
  });

  it.each([
    [0, 'excellent'],
    [199, 'excellent'],
    [200, 'good'],
    [499, 'good'],
    [500, 'fair'],
    [999, 'fair'],
    [1000, 'poor'],
  ] as const)('[4.17] an average of %i ms is %s', (ms, quality) => {
    expect(rateQuality({ status: 'connected', samples: [ms], heartbeatLate: false })).toBe(quality);
  });

  it('[4.17][9.8] stores 50 samples and rates the last 10', () => {
    let samples: number[] = [];
    for (let n = 0; n < 60; n++) samples = withSample(samples, n < 50 ? 5_000 : 100);
    expect(samples).toHaveLength(50);
    expect(averageLatency(samples)).toBe(100);
    expect(averageLatency(samples.slice(0, -1))).toBe(590);
  });
});

describe('the delay before a reconnect', () => {
  it('[9.5] doubles from 3 s, never above 60 s, with up to 30 percent on top', () => {
    const bare = [1, 2, 3, 4, 5, 6, 7].map((attempt) => backoffMs(attempt, () => 0));
    expect(bare).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
    expect(backoffMs(1, () => 0.5)).toBe(3_450);
    expect(backoffMs(7, () => 0.999_999)).toBeLessThanOrEqual(78_000);
  });
});
