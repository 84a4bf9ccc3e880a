import {
  RT_LATENCY_SAMPLES_MAX,
  RT_QUALITY_EXCELLENT_MS,
  RT_QUALITY_FAIR_MS,
  RT_QUALITY_GOOD_MS,
  RT_QUALITY_SAMPLES,
} from '@soulsight/contract/limits';
import type { ConnectionQuality, ConnectionStatus } from './connection.ts';

/** Adds a latency in milliseconds and drops the oldest samples. Oldest first. */
export function withSample(samples: readonly number[], latencyMs: number): number[] {
  return [...samples, latencyMs].slice(-RT_LATENCY_SAMPLES_MAX);
}

/** Mean of the last samples in whole milliseconds; null without samples. */
export function averageLatency(samples: readonly number[]): number | null {
  const last = samples.slice(-RT_QUALITY_SAMPLES);
  if (last.length === 0) return null;
  return Math.round(last.reduce((sum, ms) => sum + ms, 0) / last.length);
}

export interface QualityInput {
  status: ConnectionStatus;
  samples: readonly number[];
  /** A heartbeat has been unanswered for too long. */
  heartbeatLate: boolean;
}

/** Rates the connection; `unknown` unless connected and measured. */
export function rateQuality({ status, samples, heartbeatLate }: QualityInput): ConnectionQuality {
  if (status !== 'connected') return 'unknown';
  if (heartbeatLate) return 'poor';
  const average = averageLatency(samples);
  if (average === null) return 'unknown';
  if (average < RT_QUALITY_EXCELLENT_MS) return 'excellent';
  if (average < RT_QUALITY_GOOD_MS) return 'good';
  if (average < RT_QUALITY_FAIR_MS) return 'fair';
  return 'poor';
}
