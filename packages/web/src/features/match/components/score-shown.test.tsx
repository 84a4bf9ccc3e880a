import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { buildMatch } from '../../../testing/build-match.ts';
import { renderWithProviders } from '../../../testing/render-with-providers.tsx';
import { describeCompatibility, describeFit } from '../match.rules.ts';
import { CompatibilityMeaning } from './compatibility-meaning.tsx';
import { RatingList } from './ratings.tsx';
import { ReasonList } from './reason-list.tsx';

const known = buildMatch({ compatibility_score: 61, compatibility_range: { low: 45, high: 75, too_early: false } });
const early = buildMatch({ compatibility_score: 42, compatibility_range: { low: 10, high: 80, too_early: true } });
const findTerm = (name: RegExp) => screen.getByText(name).closest('div');

describe('the compatibility of a match', () => {
  it('is said in words, with its number, its likely range and how certain that is', () => {
    renderWithProviders(<RatingList match={known} />);
    expect(findTerm(/^Compatibility/)).toHaveTextContent('A good fit');
    expect(screen.getByText('61%, a first estimate: likely 45 to 75')).toBeVisible();
    expect(describeCompatibility(known)).toBe('A good fit, 61%, likely 45 to 75');
  });

  it.each([
    [100, 'A strong fit'],
    [69.5, 'A strong fit'],
    [55, 'A good fit'],
    [54, 'A possible fit'],
    [39, 'Quite different'],
    [0, 'Quite different'],
  ])('of %d is %s', (compatibility_score, words) => expect(describeFit({ ...known, compatibility_score })).toBe(words));

  it('is no number anywhere while the range is wide', () => {
    const { container } = renderWithProviders(
      <>
        <RatingList match={early} />
        <CompatibilityMeaning match={early} />
      </>,
    );
    expect(findTerm(/^Compatibility/)).toHaveTextContent('Too early to say');
    expect(describeCompatibility(early)).toBe('Compatibility: too early to say');
    expect(container).not.toHaveTextContent('42');
    expect(container).not.toHaveTextContent(/likely \d/);
  });

  it('says what it means to a person who asks', async () => {
    renderWithProviders(<CompatibilityMeaning match={known} />);
    await userEvent.click(screen.getByText('What does compatibility mean?'));
    expect(screen.getByText(/how likely it is that you both say yes, if you both answer/)).toHaveTextContent(
      'Its square is that chance: of 100 pairs at 61%, about 37 both say yes.',
    );
  });

  it('has reasons with a direction and a size in words', () => {
    const reasons = [
      { key: 'deciding', text: 'How you both tend to decide.', direction: 'against', level: 'strong' },
      { key: 'humor_style', text: 'You laugh about the same things.', direction: 'for', level: 'slight' },
    ] as const;
    renderWithProviders(<ReasonList reasons={[...reasons]} />);
    expect(screen.getByText(/Lowers the score a lot/)).toBeInTheDocument();
    expect(screen.getByText(/Raises the score a little/)).toBeInTheDocument();
  });
});
