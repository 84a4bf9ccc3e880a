import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TextSkeleton } from '../skeleton.tsx';
import { AiAnalysisLoader } from './ai-analysis-loader.tsx';
import { BrandedLoader } from './branded-loader.tsx';
import { ConversationLoader } from './conversation-loader.tsx';
import { FullPageLoader } from './full-page-loader.tsx';
import { FullScreenLoader } from './full-screen-loader.tsx';
import { MatchingLoader } from './matching-loader.tsx';
import { OverlayLoader } from './overlay-loader.tsx';
import { RevealLoader } from './reveal-loader.tsx';
import { Spinner } from './spinner.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const shown = () => screen.getByRole('status').textContent ?? '';

describe('spinner', () => {
  it.each([
    ['xs', '12'],
    ['sm', '20'],
    ['md', '32'],
    ['lg', '48'],
    ['xl', '64'],
  ] as const)('[2.38] size %s is %s pixels wide', (size, px) => {
    render(<Spinner size={size} />);
    expect(screen.getByRole('status', { name: 'Loading' })).toHaveAttribute('width', px);
  });

  it('[2.38] has five different colours', () => {
    const colours = (['primary', 'secondary', 'accent', 'white', 'gray'] as const).map((color) => {
      render(<Spinner color={color} label={color} />);
      return screen.getByRole('status', { name: color }).style.color;
    });
    expect(new Set(colours).size).toBe(5);
    expect(colours).not.toContain('');
  });
});

describe('branded loader', () => {
  it("[2.39] [2.42] says 'Connecting souls...' and has no progress bar by default", () => {
    render(<BrandedLoader />);
    expect(shown()).toContain('Connecting souls...');
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  });

  it.each([
    [-20, '0'],
    [0, '0'],
    [42, '42'],
    [100, '100'],
    [180, '100'],
  ])('[2.39] shows a progress of %i as %s percent', (progress, percent) => {
    render(<BrandedLoader progress={progress} />);
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', percent);
  });
});

describe('animated loaders', () => {
  it('[2.40] the AI analysis loader rotates its four messages every 2.5 s', () => {
    render(<AiAnalysisLoader />);
    const messages = [
      /analysing behavioural patterns/i,
      /processing emotional wavelengths/i,
      /mapping compatibility dimensions/i,
      /finding your perfect match/i,
    ];
    for (const message of [...messages, messages[0] as RegExp]) {
      expect(shown()).toMatch(message);
      pass(2_499);
      expect(shown()).toMatch(message);
      pass(1);
    }
  });

  it('[2.41] the matching loader mentions behavioural dimensions', () => {
    render(<MatchingLoader />);
    expect(shown()).toMatch(/matching across behavioural dimensions/i);
  });

  it('[2.41] the dots of the conversation loader cycle every 0.5 s', () => {
    render(<ConversationLoader />);
    const dots = () => screen.getByTestId('conversation-dots').dataset.dots;
    for (const count of ['1', '2', '3', '1']) {
      expect(dots()).toBe(count);
      pass(500);
    }
  });

  it('[2.41] the reveal loader steps 1 percent every 30 ms and loops at 100', () => {
    render(<RevealLoader />);
    expect(shown()).toContain('0%');
    pass(30);
    expect(shown()).toContain('1%');
    pass(99 * 30);
    expect(shown()).toContain('100%');
    pass(30);
    expect(shown()).toMatch(/^0%/);
    expect(shown()).toContain('Trust level');
  });

  it('[2.43] the full-page loader welcomes and rotates its four tips every 4 s', () => {
    render(<FullPageLoader />);
    expect(screen.getByRole('heading').textContent).toBe('Welcome to Soulsight');
    expect(shown()).toMatch(/souls connect before eyes meet/i);
    const tips = [
      /3x more likely to form lasting relationships/,
      /AI analyses behavioural patterns/,
      /emotional data is encrypted and never shared/i,
      /87% of our users report deeper connections than on traditional dating/,
    ];
    for (const tip of [...tips, tips[0] as RegExp]) {
      expect(shown()).toMatch(tip);
      pass(3_999);
      expect(shown()).toMatch(tip);
      pass(1);
    }
  });
});

describe('plain loaders', () => {
  it("[2.34] the loading screen says 'Loading...' or the given message", () => {
    const { rerender } = render(<FullScreenLoader />);
    expect(shown()).toBe('Loading...');
    rerender(<FullScreenLoader message="Waking Soulsight..." />);
    expect(shown()).toBe('Waking Soulsight...');
  });

  it('[2.42] the text skeleton has as many lines as asked for', () => {
    render(<TextSkeleton lines={4} />);
    expect(screen.getByRole('status').children).toHaveLength(4);
  });

  it('[2.42] the overlay is shown while open', () => {
    const { rerender } = render(<OverlayLoader open={false} />);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    rerender(<OverlayLoader open />);
    expect(screen.getByRole('dialog').textContent).toContain('Connecting souls...');
  });
});
