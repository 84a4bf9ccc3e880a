import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildMe } from '../../testing/build-user.ts';
import { type FakeAnswers, fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { ToastArea } from '../../ui/toast-area.tsx';
import { ModerationScreen } from './moderation-screen.tsx';

const AT = '2026-11-01T10:00:00Z';
const REPORT = {
  id: '00000000-0000-4000-8000-000000000001',
  category: 'scam',
  severity: 2,
  details: 'He asked for money twice.',
  additions: 0,
  status: 'open',
  created_at: AT,
  reporter: { id: '00000000-0000-4000-8000-000000000002', name: 'Ada' },
  subject: { id: '00000000-0000-4000-8000-000000000003', name: 'Bob', upheld_before: 1 },
  evidence: [
    { sender_id: '00000000-0000-4000-8000-000000000003', content: 'Send me 50.', timestamp: AT, caution: 'money' },
  ],
};
const APPEAL = {
  sanction_id: REPORT.id,
  person: 'Bob',
  action: 'suspend',
  reason: 'Money.',
  text: 'A ticket.',
  at: AT,
};
const CHECK = {
  ...{ id: REPORT.id, user_id: REPORT.subject.id, name: 'Bob', pose: 'thumb_up', at: AT, selfie_url: '/photos/s' },
  photos: [{ id: REPORT.reporter.id, url: '/photos/x', width: 4, height: 5, position: 0 }],
};

const INQUIRY = {
  ...{ id: REPORT.id, topic: 'press', email: 'pia@press.example', text: 'May we film?', person: null, at: AT },
};

function moderation(answers: FakeAnswers = {}, is_moderator = true) {
  const fake = fakeServer({
    'GET /api/user': { body: buildMe({ is_moderator }) },
    'GET /api/moderation/reports': { body: { reports: [], next_cursor: null } },
    'GET /api/moderation/appeals': { body: { appeals: [] } },
    'GET /api/moderation/selfies': { body: { checks: [] } },
    'GET /api/moderation/inquiries': { body: { inquiries: [], next_cursor: null } },
    'GET /api/moderation/audit': { body: { entries: [], next_cursor: null } },
    ...answers,
  });
  renderWithProviders(<ModerationScreen />);
  return fake;
}

const tab = async (name: string) => userEvent.click(await screen.findByRole('tab', { name: new RegExp(`^${name}`) }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  URL.createObjectURL = () => 'blob:photo';
});

describe('/moderation', () => {
  it('answers a message of the contact form, or closes it without an answer after asking again', async () => {
    const answerCall = `POST /api/moderation/inquiries/${INQUIRY.id}/answer`;
    const fake = moderation({
      'GET /api/moderation/inquiries': { body: { inquiries: [INQUIRY], next_cursor: null } },
      [answerCall]: { body: { ok: true } },
    });
    await tab('Messages \\(1\\)');
    expect(await screen.findByText('May we film?')).toBeVisible();
    expect(screen.getByText('pia@press.example')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send the answer' })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Answer, sent by email'), 'Yes, gladly.');
    await press('Send the answer');
    await press('Close without an answer');
    await press('Keep it open');
    expect(fake.called(answerCall).map(({ body }) => body)).toEqual([{ answer: 'Yes, gladly.' }]);
    await press('Close without an answer');
    await press('Close the message');
    const calls = fake.called(answerCall);
    expect(calls.map(({ body }) => body)).toEqual([{ answer: 'Yes, gladly.' }, { answer: null }]);
  });

  it('shows more messages of the contact form than one page', async () => {
    const second = { ...INQUIRY, id: REPORT.subject.id, text: 'And the second one?' };
    const pageCall = 'GET /api/moderation/inquiries';
    const fake: ReturnType<typeof moderation> = moderation({
      [pageCall]: () => ({
        body: fake.called(pageCall).at(-1)?.url.searchParams.has('cursor')
          ? { inquiries: [second], next_cursor: null }
          : { inquiries: [INQUIRY], next_cursor: 'next' },
      }),
    });
    await tab('Messages \\(1\\+\\)');
    await press('Show more');
    expect(await screen.findByText('And the second one?')).toBeVisible();
    expect(screen.getByText('May we film?')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Messages (2)' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });

  it('shows more reports than one page', async () => {
    const second = { ...REPORT, id: INQUIRY.id, details: 'And the second one?' };
    const pageCall = 'GET /api/moderation/reports';
    const fake: ReturnType<typeof moderation> = moderation({
      [pageCall]: () => ({
        body: fake.called(pageCall).at(-1)?.url.searchParams.has('cursor')
          ? { reports: [second], next_cursor: null }
          : { reports: [REPORT], next_cursor: 'next' },
      }),
    });
    expect(await screen.findByText(/^1 or more open/)).toBeVisible();
    await press('Show more');
    expect(await screen.findByText('And the second one?')).toBeVisible();
    expect(screen.getByText(/^2 open/)).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Reports (2)' })).toBeInTheDocument();
  });

  it('is not found for users who are not moderators, and requests nothing', async () => {
    const fake = moderation({}, false);
    expect(await screen.findByText('Page Not Found')).toBeInTheDocument();
    expect(fake.called('GET /api/moderation/reports')).toHaveLength(0);
  });

  it('shows a report with its evidence, and decides it with a reason', async () => {
    let reports: object[] = [REPORT];
    const fake = moderation({
      'GET /api/moderation/reports': () => ({ body: { reports, next_cursor: null } }),
      [`POST /api/moderation/reports/${REPORT.id}/decide`]: () => {
        reports = [];
        return { body: { ok: true } };
      },
    });
    expect(await screen.findByText('He asked for money twice.')).toBeInTheDocument();
    expect(screen.getByText(/Bob: Send me 50\./)).toBeInTheDocument();
    expect(screen.getByText('About money')).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Reports (1)' })).toBeInTheDocument();
    expect(screen.getByLabelText('Reason, for the audit log')).toBeInTheDocument();
    expect(screen.getByText(/reported by Ada .*upheld before: 1/)).toBeInTheDocument();
    const decide = screen.getByRole<HTMLButtonElement>('button', { name: 'Decide' });
    expect(decide).toBeDisabled();
    await userEvent.selectOptions(screen.getByLabelText('Decision'), 'Suspended for 7 days');
    await userEvent.type(screen.getByLabelText('Reason, shown to the person'), 'Asking for money.');
    await userEvent.click(decide);
    expect(await screen.findByText('No open reports')).toBeInTheDocument();
    expect(fake.called(`POST /api/moderation/reports/${REPORT.id}/decide`)[0]?.body).toEqual({
      action: 'suspend',
      reason: 'Asking for money.',
      additions: 0,
    });
  });

  it('shows what was added to a report before it is decided, and keeps what the moderator wrote', async () => {
    const path = `POST /api/moderation/reports/${REPORT.id}/decide` as const;
    const detail = 'Something was added to this report. Read it before you decide.';
    let report = REPORT;
    const fake: ReturnType<typeof moderation> = moderation({
      'GET /api/moderation/reports': () => ({ body: { reports: [report], next_cursor: null } }),
      [path]: () => {
        if (fake.called(path).length > 1) return { body: { ok: true } };
        report = { ...REPORT, details: 'He asked for money again.', additions: 1 };
        return { status: 409, body: { code: 'conflict', detail } };
      },
    });
    renderWithProviders(<ToastArea />);
    await userEvent.selectOptions(await screen.findByLabelText('Decision'), 'Warning');
    await userEvent.type(screen.getByLabelText('Reason, shown to the person'), 'Asking for money.');
    await press('Decide');
    expect(await screen.findByText(detail)).toBeInTheDocument();
    expect(await screen.findByText('He asked for money again.')).toBeInTheDocument();
    expect(screen.getByLabelText('Reason, shown to the person')).toHaveValue('Asking for money.');
    expect(screen.getByLabelText('Decision')).toHaveDisplayValue('Warning');
    await press('Decide');
    await waitFor(() => expect(fake.called(path)).toHaveLength(2));
    expect(fake.called(path).map(({ body }) => body)).toMatchObject([{ additions: 0 }, { additions: 1 }]);
  });

  it('asks again before a ban', async () => {
    const path = `POST /api/moderation/reports/${REPORT.id}/decide` as const;
    const fake = moderation({
      'GET /api/moderation/reports': { body: { reports: [REPORT], next_cursor: null } },
      [path]: { body: { ok: true } },
    });
    await userEvent.selectOptions(await screen.findByLabelText('Decision'), 'Banned');
    await userEvent.type(screen.getByLabelText('Reason, shown to the person'), 'Asking for money.');
    await press('Decide');
    const dialog = await screen.findByRole('alertdialog', { name: 'Ban Bob?' });
    expect(fake.called(path)).toHaveLength(0);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ban' }));
    await waitFor(() => expect(fake.called(path)[0]?.body).toMatchObject({ action: 'ban' }));
  });

  it('shows both profiles, their history and similar accounts when asked', async () => {
    const person = (name: string, id: string) => ({
      ...{ id, name, joined_at: AT, age: 34, place_name: 'Leipzig', work: 'Cook', interests: [], prompts: [] },
      ...{ photos: [], trust_score: 81 },
      reports_about: { open: 1, upheld: 1, dismissed: 0 },
      reports_made: { open: 0, upheld: 0, dismissed: 2 },
      sanctions: [{ action: 'warn', reason: 'Rude.', at: AT, until: null, appeal: 'refused' }],
    });
    const similar = [{ id: APPEAL.sanction_id, name: 'Rob', joined_at: AT, banned: true, shared: ['device', 'photo'] }];
    const found = {
      ...{ report: REPORT, stage: 2, similar },
      ...{ subject: person('Bob', REPORT.subject.id), reporter: person('Ada', REPORT.reporter.id) },
    };
    moderation({
      'GET /api/moderation/reports': { body: { reports: [REPORT], next_cursor: null } },
      [`GET /api/moderation/reports/${REPORT.id}`]: { body: found },
    });
    await press('Profiles and history');
    expect(await screen.findByText(/only a blurred main photo was visible/)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 2, name: 'Bob' })).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 3, name: 'Bob' })).toBeInTheDocument();
    expect(screen.getAllByText(/1 upheld, 0 dismissed, 1 open/)).toHaveLength(2);
    expect(screen.getAllByText(/Warning \(appeal refused\)\. Rude\./)).toHaveLength(2);
    expect(screen.getByText(/Rob, here since .*: the same browser and network, photo/)).toBeInTheDocument();
    expect(screen.getByText('Banned', { selector: 'span' })).toBeInTheDocument();
  });

  it.each([
    ['Grant', true],
    ['Refuse', false],
  ])('answers an appeal: %s', async (button, grant) => {
    const fake = moderation({
      'GET /api/moderation/appeals': { body: { appeals: [APPEAL] } },
      [`POST /api/moderation/appeals/${REPORT.id}/decide`]: { body: { ok: true } },
    });
    await tab('Appeals');
    expect(await screen.findByText('A ticket.')).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Answer, shown to the person'), 'We looked again.');
    await press(button);
    await waitFor(() =>
      expect(fake.called(`POST /api/moderation/appeals/${REPORT.id}/decide`)[0]?.body).toEqual({
        grant,
        answer: 'We looked again.',
      }),
    );
  });

  it.each([
    ['The same person', null],
    ['Refuse', 'pose_missing'],
  ])('compares a selfie with the photos: %s', async (button, refusal) => {
    const fake = moderation({
      'GET /api/moderation/selfies': { body: { checks: [CHECK] } },
      'GET /photos/x': { body: 'picture' },
      'GET /photos/s': { body: 'picture' },
      [`POST /api/moderation/selfies/${CHECK.id}/decide`]: { body: { ok: true } },
    });
    await tab('Selfies');
    expect(await screen.findByRole('img', { name: 'Selfie of Bob' })).toBeInTheDocument();
    expect(await screen.findByRole('img', { name: 'Profile photo 1' })).toBeInTheDocument();
    expect(screen.getByText('Hold a thumb up beside your face')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Refuse' })).toBeDisabled();
    if (refusal) await userEvent.selectOptions(screen.getByLabelText('If not'), refusal);
    await press(button);
    await waitFor(() =>
      expect(fake.called(`POST /api/moderation/selfies/${CHECK.id}/decide`)[0]?.body).toEqual({
        photo_ids: [REPORT.reporter.id],
        refusal,
      }),
    );
  });

  it('lists what moderators did, page by page', async () => {
    const entry = (subject: string) => ({ at: AT, moderator: 'Mo', action: 'warn', subject, reason: 'Rude.' });
    let asked = 0;
    moderation({
      'GET /api/moderation/audit': () =>
        ++asked === 1
          ? { body: { entries: [entry('Bob')], next_cursor: 'next' } }
          : { body: { entries: [entry('Cid')], next_cursor: null } },
    });
    await tab('Audit log');
    expect(await screen.findByText('Bob: Rude.')).toBeInTheDocument();
    expect(screen.getByText('Mo: Warning')).toBeInTheDocument();
    await press('Show more');
    expect(await screen.findByText('Cid: Rude.')).toBeInTheDocument();
    expect(within(screen.getByRole('tabpanel')).queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  });
});
