import { RT_HISTORY_MAX } from '@soulsight/contract/limits';
import type { Envelope } from '@soulsight/contract/realtime';
import type { HistoryEntry } from './client.types.ts';
import type { Clock } from './clock.ts';
import type { ConnectionQuality, ConnectionStatus } from './connection.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { Incoming } from './incoming.ts';
import { averageLatency, rateQuality, withSample } from './quality.ts';

export interface MonitorOptions {
  clock: Clock;
  /** Sends a heartbeat and returns its id. */
  sendBeat: () => string;
  /** Latency or quality changed. */
  onChange: () => void;
  /** Nothing came from the server for a whole heartbeat interval. */
  onTimeout: () => void;
}

/** Watches the health of the connection: heartbeats, latencies and the last envelopes both ways. */
export interface Monitor {
  /** Starts the heartbeat. */
  start(): void;
  /** Stops the heartbeat; what was measured stays. */
  stop(): void;
  /** Forgets what was measured for one user. */
  clear(): void;
  /** Any frame arrived, readable or not. */
  noteActivity(): void;
  recordReceived(incoming: Incoming): void;
  recordSent(envelope: Envelope): void;
  history(): readonly HistoryEntry[];
  /** Round trips of the heartbeats in milliseconds, oldest first. */
  latencies(): readonly number[];
  quality(status: ConnectionStatus): ConnectionQuality;
  /** Null unless connected and measured. */
  latencyMs(status: ConnectionStatus): number | null;
}

export function createMonitor({ clock, sendBeat, onChange, onTimeout }: MonitorOptions): Monitor {
  let history: readonly HistoryEntry[] = [];
  let samples: readonly number[] = [];
  /** What the server measured last, in milliseconds: it rates the connection until a heartbeat was answered. */
  let serverLatency: number | null = null;
  let heartbeatLate = false;

  const heartbeat = createHeartbeat({
    clock,
    sendBeat,
    onLatency: recordLatency,
    onLate() {
      heartbeatLate = true;
      onChange();
    },
    onTimeout,
  });

  function recordLatency(ms: number): void {
    samples = withSample(samples, ms);
    heartbeatLate = false;
    onChange();
  }

  const measured = () => (samples.length === 0 && serverLatency !== null ? [serverLatency] : samples);

  function record(direction: HistoryEntry['direction'], { type, id }: Pick<Envelope, 'type' | 'id'>): void {
    history = [...history, { direction, at: clock.now(), type, id }].slice(-RT_HISTORY_MAX);
  }

  return {
    start: heartbeat.start,
    stop() {
      heartbeatLate = false;
      heartbeat.stop();
    },
    clear() {
      history = [];
      samples = [];
      serverLatency = null;
    },
    noteActivity: heartbeat.noteActivity,
    recordReceived(incoming) {
      record('in', incoming);
      if (incoming.type === 'heartbeat_ack') heartbeat.acknowledge(incoming.responseTo);
      if (incoming.type !== 'connection_quality') return;
      serverLatency = incoming.payload.latency_ms;
      onChange();
    },
    recordSent: (envelope) => record('out', envelope),
    history: () => history,
    latencies: () => samples,
    quality: (status) => rateQuality({ status, samples: measured(), heartbeatLate }),
    latencyMs: (status) => (status === 'connected' ? averageLatency(measured()) : null),
  };
}
