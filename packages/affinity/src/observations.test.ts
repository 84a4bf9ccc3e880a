import { describe, expect, it } from 'vitest';
import { RATING_DIMENSIONS, ratingValues } from './observations.ts';

describe('ratings', () => {
  it('are the liking and one number for each word', () => {
    const values = ratingValues({ rater: 'a', rated: 'b', liking: 8, words: ['warm', 'honest'] });
    expect(values).toEqual([8, 1, 0, 0, 1, 0, 0]);
    expect(values).toHaveLength(RATING_DIMENSIONS);
  });

  it('say nothing where a part was skipped', () => {
    expect(ratingValues({ rater: 'a', rated: 'b', words: [] })).toEqual([null, 0, 0, 0, 0, 0, 0]);
    expect(ratingValues({ rater: 'a', rated: 'b', liking: 3 }).slice(1)).toEqual(Array(6).fill(null));
  });
});
