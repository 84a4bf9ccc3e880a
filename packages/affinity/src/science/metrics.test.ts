import { describe, expect, it } from 'vitest';
import { auc, calibrationError, gini, meanLogLoss } from './metrics.ts';

describe('metrics', () => {
  it('AUC is the share of pairs in the right order, with ties halved', () => {
    const prediction = (p: number, y: boolean) => ({ p, y });
    expect(auc([prediction(0.1, false), prediction(0.9, true)])).toBe(1);
    expect(auc([prediction(0.1, true), prediction(0.9, false)])).toBe(0);
    expect(auc([prediction(0.5, true), prediction(0.5, false), prediction(0.2, false)])).toBe(0.75);
  });

  it('log loss and calibration of a fair coin', () => {
    const coin = [true, false].map((y) => ({ p: 0.5, y }));
    expect(meanLogLoss(coin)).toBeCloseTo(Math.LN2);
    expect(calibrationError(coin)).toBe(0);
    expect(calibrationError([{ p: 0.9, y: false }])).toBeCloseTo(0.9);
  });

  it('Gini is 0 for equal shares and grows with inequality', () => {
    expect(gini([2, 2, 2, 2])).toBe(0);
    expect(gini([0, 0, 0, 8])).toBe(0.75);
    expect(gini([0, 0])).toBe(0);
  });
});
