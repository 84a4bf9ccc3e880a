import type { HrTime } from '@opentelemetry/api';
import { hrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client';

type Measured = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>;
type Times = { startTime: HrTime; endTime: HrTime };

/** Gives the metrics that Prometheus reads to OpenTelemetry too, so that each is defined once. */
export function createMetricProducer(registry: Registry): MetricProducer {
  const startTime = hrTime();
  return {
    async collect() {
      const times = { startTime, endTime: hrTime() };
      const measured = (await registry.getMetricsAsJSON()) as unknown as Measured[];
      const metrics = measured.flatMap((metric) => toMetricData(metric, times) ?? []);
      const scopeMetrics = [{ scope: { name: 'soulsight' }, metrics }];
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] };
    },
  };
}

/** Null for a summary, which we have none of. */
function toMetricData(metric: Measured, times: Times): MetricData | null {
  const { name, help: description, values } = metric;
  const base = {
    descriptor: { name, description, unit: name.endsWith('_seconds') ? 's' : '', valueType: 1 },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = values.map(({ value, labels }) => ({ ...times, attributes: { ...labels } as never, value }));
  switch (String(metric.type)) {
    case 'gauge':
      return { ...base, dataPointType: DataPointType.GAUGE, dataPoints: points };
    case 'counter':
      return { ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points };
    case 'histogram':
      return { ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistogramPoints(values, times) };
    default:
      return null;
  }
}

/** Prometheus counts each bucket with those below it, OpenTelemetry without. */
function toHistogramPoints(values: Measured['values'], times: Times) {
  const groups = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  return [...groups].map(([labels, group]) => {
    const ending = (suffix: string) => group.find(({ metricName }) => metricName?.endsWith(suffix))?.value ?? 0;
    const buckets = group
      .filter(({ metricName }) => metricName?.endsWith('_bucket'))
      .map(({ labels: { le }, value }) => ({ upTo: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value }))
      .sort((a, b) => a.upTo - b.upTo);
    return {
      ...times,
      attributes: JSON.parse(labels),
      value: {
        buckets: {
          boundaries: buckets.map(({ upTo }) => upTo).filter(Number.isFinite),
          counts: buckets.map(({ value }, n) => value - (buckets[n - 1]?.value ?? 0)),
        },
        sum: ending('_sum'),
        count: ending('_count'),
      },
    };
  });
}
