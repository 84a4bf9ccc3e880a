import { describe, expect, it } from 'vitest';
import { formatMoney } from './money.ts';

describe('money', () => {
  it('shows cents only where there are any', () => {
    expect(formatMoney(999, 'USD')).toMatch(/9[.,]99/);
    expect(formatMoney(1_000, 'USD')).not.toMatch(/[.,]00/);
  });
});
