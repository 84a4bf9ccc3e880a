import type { TrustProfile } from '@soulsight/contract/trust';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { connectNavigation } from '../../lib/browser/navigation.ts';
import { toast } from '../../lib/toast.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { TrustCard } from './components/trust-card.tsx';

function buildTrust(overrides: Partial<TrustProfile> = {}): TrustProfile {
  return {
    trust_score: 88,
    is_new: false,
    verifications: { email: true, phone: false, photo: false },
    selfie: { status: 'none', refusal: null },
    changes: [{ at: '2026-11-01T10:00:00Z', points: 1.25, reason: 'You verified your email address.' }],
    ...overrides,
  };
}

function trust(profile: TrustProfile, answer?: FakeAnswer) {
  const fake = fakeServer({
    'GET /api/trust/profile': { body: profile },
    ...(answer && { 'POST /api/trust/verify': answer }),
  });
  renderWithProviders(<TrustCard />);
  return fake;
}

describe('the trust score', () => {
  it('[1.6] is shown with every change and its reason', async () => {
    trust(buildTrust());
    expect(await screen.findByRole('figure', { name: 'Trust score: 88 percent' })).toBeInTheDocument();
    expect(screen.getByText('You verified your email address.')).toBeInTheDocument();
    expect(screen.getByText(/^\+1\.3 ·/)).toBeInTheDocument();
    expect(screen.queryByText('New')).not.toBeInTheDocument();
  });

  it('[1.6] is 85 and new without evidence', async () => {
    trust(buildTrust({ trust_score: 85, is_new: true, changes: [] }));
    expect(await screen.findByText('New')).toBeInTheDocument();
    expect(screen.getByText(/Everyone starts at 85/)).toBeInTheDocument();
  });

  it('updates after a verification', async () => {
    const after = buildTrust({ trust_score: 90, verifications: { email: true, phone: true, photo: false } });
    trust(buildTrust(), { body: { status: 'verified', detail: 'Your phone number is verified.', profile: after } });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Verify' }))[0] as HTMLElement);
    expect(await screen.findByRole('figure', { name: 'Trust score: 90 percent' })).toBeInTheDocument();
  });

  it('says what a verification still needs, and links to it', async () => {
    const went: string[] = [];
    const info = vi.spyOn(toast, 'info');
    trust(buildTrust(), { body: { status: 'needs_action', detail: 'Please add your phone.', profile: buildTrust() } });
    connectNavigation({ open: (to) => void went.push(to) });
    await userEvent.click((await screen.findAllByRole('button', { name: 'Verify' }))[0] as HTMLElement);
    await waitFor(() => expect(info).toHaveBeenCalledWith('Please add your phone.', expect.anything()));
    info.mock.calls[0]?.[1]?.action?.onClick();
    expect(went).toEqual(['/settings#sign-in']);
  });

  it('takes a selfie in the drawn pose, and may be taken back while it waits', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const waiting = buildTrust({ selfie: { status: 'waiting', refusal: null } });
    const fake = fakeServer({
      'GET /api/trust/profile': { body: buildTrust({ selfie: { status: 'refused', refusal: 'pose_missing' } }) },
      'POST /api/trust/selfie': { body: { id, pose: 'touch_nose', expires_at: '2026-11-01T10:10:00Z' } },
      [`POST /api/trust/selfie/${id}`]: { body: waiting },
      'DELETE /api/trust/selfie': { body: buildTrust() },
    });
    URL.createObjectURL = () => 'blob:selfie';
    URL.revokeObjectURL = () => {};
    renderWithProviders(<TrustCard />);
    expect(await screen.findByText(/does not show the pose/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Touch your nose with one finger')).toBeInTheDocument();
    await userEvent.upload(screen.getByLabelText('Selfie'), new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
    expect(await screen.findByRole('img', { name: 'Your selfie' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete selfie' }));
    expect(await screen.findByRole('button', { name: 'Start' })).toBeInTheDocument();
    expect(fake.called('DELETE /api/trust/selfie')).toHaveLength(1);
  });
});
