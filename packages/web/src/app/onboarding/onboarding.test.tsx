import { type Me, type MeUpdate, ONBOARDING_STEPS, type OnboardingStep } from '@soulsight/contract/profile';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/toast.ts';
import { buildBgp, buildQuestions } from '../../testing/build-bgp.ts';
import { buildMatch, buildMatches } from '../../testing/build-match.ts';
import { buildMe } from '../../testing/build-user.ts';
import { type FakeAnswers, fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { DashboardScreen } from '../dashboard/dashboard-screen.tsx';

const BERLIN = { name: 'Berlin, Germany', lat: 52.5, lon: 13.4 };
const NONE_SEEN = { seen: 0, all: 64 };
const PHOTO = { id: '1f6b8f4e-54a3-4c2e-9f0e-0a1b2c3d4e5f', url: '/photos/x', width: 10, height: 10, position: 0 };

/** A fake server that stores what is saved and reports which steps are still missing. */
function home(missing: OnboardingStep[], start: Partial<Me> = {}, extra: FakeAnswers = {}) {
  let me = buildMe({ ...start, onboarding: { missing, complete: false, questions: NONE_SEEN } });
  const fake = fakeServer({
    'GET /api/user': () => ({ body: me }),
    'PATCH /api/user': (body) => {
      const { first_name, consents, ...update } = body as MeUpdate;
      me = {
        ...me,
        ...(update as Partial<Me>),
        ...(first_name ? { firstName: first_name } : {}),
        consents: { ...me.consents, ...(consents as Partial<Me['consents']>) },
      };
      return { body: me };
    },
    'GET /api/places': { body: { places: [BERLIN] } },
    'GET /api/bgp/questions': { body: { questions: buildQuestions(2), answered: 0, total: 2, notice: null } },
    'POST /api/bgp/questions': { body: { answered: 1, total: 2, notice: null } },
    'POST /api/user/photos': () => {
      me = { ...me, photos: [PHOTO] };
      return { body: PHOTO };
    },
    ...extra,
  });
  renderWithProviders(<DashboardScreen />);
  return { ...fake, saved: () => fake.called('PATCH /api/user').map(({ body }) => body) };
}

const step = (n: number) => screen.findByText(`Step ${n} of ${ONBOARDING_STEPS.length}`);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = (name: string | RegExp) => userEvent.click(screen.getByRole('radio', { name }));
const check = (name: string | RegExp) => userEvent.click(screen.getByRole('checkbox', { name }));

describe('onboarding', () => {
  it('leads back to the step before, from every step but the first', async () => {
    home(['place', 'prompts', 'questions', 'photos']);
    await step(3);
    await press('Previous step');
    await step(2);
    await press('Previous step');
    await step(1);
    expect(screen.queryByRole('button', { name: 'Previous step' })).not.toBeInTheDocument();
  });

  it.each(ONBOARDING_STEPS.slice(0, 5).map((missing, n) => [missing, n + 1] as const))(
    'starts at the first missing step: %s',
    async (missing, n) => {
      home(ONBOARDING_STEPS.slice(n - 1) as OnboardingStep[]);
      expect(await step(n)).toBeInTheDocument();
      expect(screen.getByRole('button', { name: new RegExp(`^${n}\\.`) })).toHaveAttribute('aria-current', 'step');
      expect(missing).toBe(ONBOARDING_STEPS[n - 1]);
    },
  );

  it('goes on when the first step is saved by Retry', async () => {
    let isDown = true;
    const retry = vi.spyOn(toast, 'retry').mockReturnValue(0);
    const filled = { firstName: 'Ada', birth_date: '1990-05-04', gender: 'woman', intent: 'long_term' } as const;
    home([...ONBOARDING_STEPS], filled, {
      'PATCH /api/user': () =>
        isDown
          ? { status: 503, body: {} }
          : {
              body: buildMe({ ...filled, onboarding: { missing: ['wishes'], complete: false, questions: NONE_SEEN } }),
            },
    });
    await press('Continue');
    await waitFor(() => expect(retry).toHaveBeenCalledOnce());
    expect(await step(1)).toBeInTheDocument();
    isDown = false;
    act(() => retry.mock.calls[0]?.[1]());
    expect(await step(2)).toBeInTheDocument();
  });

  it('saves the basics and continues', async () => {
    const { saved } = home([...ONBOARDING_STEPS]);
    await step(1);
    await choose('Woman');
    await choose(/A lasting relationship/);
    await userEvent.type(screen.getByLabelText(/^Interests/), 'cello{Enter}tide pools,');
    await press('Continue');
    await step(2);
    expect(saved()).toEqual([
      {
        first_name: 'Ada',
        birth_date: '1992-03-04',
        gender: 'woman',
        intent: 'long_term',
        work: null,
        interests: ['cello', 'tide pools'],
      },
    ]);
  });

  it('[5.8] shows what is missing at each field of the basics, and saves nothing', async () => {
    const { saved } = home([...ONBOARDING_STEPS], { firstName: null, birth_date: null, gender: null });
    await step(1);
    await press('Continue');
    expect(await screen.findByText('Please enter your first name.')).toBeInTheDocument();
    expect(screen.getByText('Please enter your date of birth.')).toBeInTheDocument();
    expect(screen.getAllByText('Please choose one.')).toHaveLength(2);
    expect(saved()).toEqual([]);
  });

  it('asks users who signed up through a provider to accept the terms, and saves the version', async () => {
    const { saved } = home([...ONBOARDING_STEPS], {
      intent: 'friendship',
      consents: { terms_version: null, behavioural_analysis: false },
    });
    await step(1);
    await press('Continue');
    expect(await screen.findByText('Please accept the terms to continue.')).toBeInTheDocument();
    await check(/accept the Terms/);
    await press('Continue');
    await step(2);
    expect(saved()[0]).toMatchObject({ consents: { terms_version: '2026-11-01' } });
  });

  it('refuses minors', async () => {
    const { saved } = home([...ONBOARDING_STEPS], { birth_date: `${new Date().getFullYear() - 17}-01-01` });
    await step(1);
    await choose('Man');
    await choose(/New friends/);
    await press('Continue');
    expect(await screen.findByText('You must be 18 or older to use Soulsight.')).toBeInTheDocument();
    expect(saved()).toEqual([]);
  });

  it('saves who the user wants to meet, with a default age range around their own age', async () => {
    const { saved } = home(ONBOARDING_STEPS.slice(1) as OnboardingStep[], {
      birth_date: `${new Date().getFullYear() - 40}-01-01`,
      intent: 'figuring_out',
    });
    await step(2);
    await press('Continue');
    expect(await screen.findByText('Please choose at least one.')).toBeInTheDocument();
    await check('Men');
    await check('Non-binary people');
    await press('Continue');
    expect(saved()).toEqual([]);
    expect(await screen.findByText('Please choose at least two.')).toBeInTheDocument();
    await check('New friends');
    await userEvent.selectOptions(screen.getByLabelText('Distance'), 'Anywhere');
    await press('Continue');
    await step(3);
    expect(saved()).toEqual([
      {
        wishes: {
          genders: ['man', 'nonbinary'],
          intents: ['figuring_out', 'friendship'],
          age_range: { min: 34, max: 46 },
          max_distance_km: null,
        },
      },
    ]);
  });

  it('saves a town from the list, but not free text', async () => {
    const { saved } = home(ONBOARDING_STEPS.slice(2) as OnboardingStep[]);
    await step(3);
    await userEvent.type(screen.getByLabelText('Town'), 'Ber');
    await press('Continue');
    expect(await screen.findByText('Please choose a town from the list.')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Berlin, Germany' }));
    await press('Continue');
    await step(4);
    expect(saved()).toEqual([{ place: BERLIN }]);
  });

  it('says when no town matches', async () => {
    home(ONBOARDING_STEPS.slice(2) as OnboardingStep[], {}, { 'GET /api/places': { body: { places: [] } } });
    await step(3);
    await userEvent.type(screen.getByLabelText('Town'), 'Xyz');
    expect(await screen.findByText('No town found. Try a larger one nearby.')).toBeInTheDocument();
  });

  it('needs one prompt, and saves those that are answered', async () => {
    const { saved } = home(ONBOARDING_STEPS.slice(3) as OnboardingStep[]);
    await step(4);
    await press('Continue');
    expect(await screen.findByText('One sentence is enough.')).toBeInTheDocument();
    expect(saved()).toEqual([]);
    await userEvent.selectOptions(screen.getByRole('combobox'), 'learn');
    await userEvent.type(screen.getByRole('textbox'), '  The cello. ');
    await press('Answer another');
    expect(screen.getByRole('combobox', { name: 'Prompt 2' })).toHaveFocus();
    await press('Answer another');
    expect(screen.getByRole('combobox', { name: 'Prompt 3' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Answer another' })).not.toBeInTheDocument();
    const last = screen.getAllByRole<HTMLSelectElement>('combobox')[2];
    expect([...(last?.options ?? [])].map(({ value }) => value)).not.toContain('learn');
    await userEvent.type(screen.getAllByRole('textbox')[2] as HTMLElement, 'Toast.');
    await press('Continue');
    await step(5);
    expect(saved()).toEqual([
      {
        prompts: [
          { key: 'learn', answer: 'The cello.' },
          { key: 'laugh', answer: 'Toast.' },
        ],
      },
    ]);
  });

  it('does not ask again for the name and the date of birth, but lets them be changed', async () => {
    const { saved } = home([...ONBOARDING_STEPS], { gender: 'woman', intent: 'long_term' });
    await step(1);
    expect(screen.queryByLabelText('First name')).not.toBeInTheDocument();
    await press('Change');
    expect(screen.getByLabelText('First name')).toHaveFocus();
    await userEvent.type(screen.getByLabelText('First name'), 'line');
    await press('Continue');
    await step(2);
    expect(saved()[0]).toMatchObject({ first_name: 'Adaline', birth_date: '1992-03-04' });
  });

  it('asks for consent before the questions if it was not given', async () => {
    const { saved } = home(ONBOARDING_STEPS.slice(4) as OnboardingStep[], {
      consents: { terms_version: '2026-11-01', behavioural_analysis: false },
    });
    await step(5);
    expect(screen.queryByText('Statement 1.')).not.toBeInTheDocument();
    await press('I agree');
    expect(await screen.findByText('Statement 1.')).toBeInTheDocument();
    expect(saved()).toEqual([{ consents: { behavioural_analysis: true } }]);
  });

  it('continues without consent', async () => {
    const { saved } = home(ONBOARDING_STEPS.slice(4) as OnboardingStep[], {
      consents: { terms_version: '2026-11-01', behavioural_analysis: false },
    });
    await step(5);
    await press('Continue without it');
    await step(6);
    expect(saved()).toEqual([]);
  });

  it('needs no photo, and ends on the dashboard', async () => {
    home(['questions']);
    await step(5);
    await press('Enough for now');
    await step(6);
    await press('Finish without photos');
    expect(await screen.findByRole('heading', { level: 1, name: 'This is you, Ada' })).toHaveFocus();
    await press('Look around first');
    expect(await screen.findByRole('heading', { name: /^(Good|You're).*, Ada$/ })).toBeInTheDocument();
  });

  /** Goes to the end of onboarding, with what the server knows and finds. */
  async function finish(start: Partial<Me>, extra: FakeAnswers) {
    const fake = home(['questions'], start, extra);
    await step(5);
    await press('Enough for now');
    await press('Finish without photos');
    await screen.findByRole('heading', { level: 1 });
    return fake;
  }
  const NO_MATCHES = {
    body: buildMatches({ matches: [] }),
  };
  const INSIGHTS = ['You come alive in company.', 'Perhaps you know how to say no.', 'You trust people.', 'A fourth.'];
  const KNOWN = {
    body: buildBgp({
      insights: INSIGHTS.map((text, n) => ({ id: `i${n}`, title: `Trait ${n}`, text, traits: ['openness'] })),
    }),
  };

  it('ends with three sentences about the user and the first person, who is looked for once', async () => {
    const { called } = await finish(
      {},
      {
        'GET /api/bgp/profile': KNOWN,
        'GET /api/bgp/questions': {
          body: {
            questions: buildQuestions(3).map((q, n) => ({ ...q, answer: n < 2 ? 4 : null })),
            answered: 2,
            total: 3,
            notice: null,
          },
        },
        'GET /api/match': NO_MATCHES,
        'POST /api/match/find': { body: buildMatch() },
      },
    );
    expect(await screen.findByRole('link', { name: 'Meet Quiet Ember' })).toHaveAttribute('href', '/matching');
    expect(screen.getByText('You are both curious.')).toBeInTheDocument();
    expect(called('POST /api/match/find')).toHaveLength(1);
    expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual(
      INSIGHTS.slice(0, 3),
    );
    expect(screen.getByText("That's read from 2 answers. It grows clearer as you talk.")).toBeInTheDocument();
    expect(screen.queryByText('Trait 0')).not.toBeInTheDocument();
  });

  it('invents neither a sentence nor a person at the end', async () => {
    await finish(
      {},
      {
        'GET /api/bgp/profile': { body: buildBgp({ insights: [] }) },
        'GET /api/match': NO_MATCHES,
        'POST /api/match/find': { status: 404, body: { code: 'nobody_left', detail: 'Nobody new fits for now.' } },
      },
    );
    expect(await screen.findByText(/we don't guess/)).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Nobody for you just yet' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Widen your preferences' })).toHaveAttribute('href', '/profile/wishes');
  });

  it('looks for nobody before the email is verified', async () => {
    const { called } = await finish({ isVerified: false }, { 'GET /api/bgp/profile': KNOWN });
    expect(screen.getByRole('link', { name: 'Verify your email' })).toHaveAttribute('href', '/verify-email');
    expect([...called('GET /api/match'), ...called('POST /api/match/find')]).toEqual([]);
  });

  it('uploads a photo', async () => {
    const { called } = home(['questions']);
    await step(5);
    await press('Enough for now');
    await step(6);
    await userEvent.upload(screen.getByLabelText('Choose photos'), new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByRole('button', { name: 'Finish' })).toBeInTheDocument();
    expect(screen.getByText('Main photo')).toBeInTheDocument();
    expect(called('POST /api/user/photos')).toHaveLength(1);
  });

  it.each([
    [
      'a text',
      new File(['x'], 'me.txt', { type: 'text/plain' }),
      'Please upload a valid image file (JPG, PNG, or GIF).',
    ],
    [
      'eleven megabytes',
      new File([new Uint8Array(11 * 1024 * 1024)], 'me.png', { type: 'image/png' }),
      'This image is too large. Please choose one under 10 MB.',
    ],
  ])('[8.12] does not upload a file that the server would refuse: %s', async (_, file, sentence) => {
    const error = vi.spyOn(toast, 'error');
    const { called } = home(['questions']);
    await step(5);
    await press('Enough for now');
    await step(6);
    await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Choose photos'), file);
    await waitFor(() => expect(error).toHaveBeenCalledWith(sentence));
    expect(called('POST /api/user/photos')).toHaveLength(0);
  });

  it('opens earlier steps, never later ones', async () => {
    home(ONBOARDING_STEPS.slice(1) as OnboardingStep[]);
    await step(2);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^3\./ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: /^1\./ }));
    expect(await step(1)).toBeInTheDocument();
  });

  it('[8.12] stays on the step when saving fails, and says so', async () => {
    const retry = vi.spyOn(toast, 'retry');
    home(
      [...ONBOARDING_STEPS],
      { gender: 'woman', intent: 'long_term' },
      { 'PATCH /api/user': { status: 500, body: {} } },
    );
    await step(1);
    await press('Continue');
    await waitFor(() =>
      expect(retry).toHaveBeenCalledWith(
        'Our servers are experiencing issues',
        expect.anything(),
        expect.objectContaining({ description: 'Your profile could not be saved. Please try again in a moment.' }),
      ),
    );
    expect(await step(1)).toBeInTheDocument();
  });
});
