import type { Aura } from '@soulsight/contract/aura';
import type { Me } from '@soulsight/contract/profile';
import type { Session } from '../lib/session/session.ts';
import { MY_ID } from './ids.ts';

export function buildAura(overrides: Partial<Aura> = {}): Aura {
  return { seed: 42, hues: [20, 60, 320], energy: 0.5, clarity: 0.5, depth: 0.5, warmth: 0.5, ...overrides };
}

export function buildMe(overrides: Partial<Me> = {}): Me {
  return {
    id: MY_ID,
    email: 'ada@example.com',
    firstName: 'Ada',
    name: 'Ada',
    isVerified: true,
    trust_score: 91,
    trust_is_new: false,
    subscription: { plan: 'free' },
    payment_due_until: null,
    is_moderator: false,
    is_operator: false,
    is_demo: false,
    birth_date: '1992-03-04',
    gender: 'woman',
    wishes: null,
    filters: { photos_checked: false, recently_active: false },
    place: null,
    intent: null,
    work: null,
    interests: [],
    prompts: [],
    photos: [],
    aura: buildAura(),
    paused: false,
    consents: { terms_version: '2026-11-01', behavioural_analysis: true },
    onboarding: { missing: [], complete: true, questions: { seen: 64, all: 64 } },
    created_at: '2026-11-01T10:00:00Z',
    deletion_at: null,
    is_locked: false,
    ...overrides,
  };
}

type SignedIn = Extract<Session, { status: 'signed_in' }>;

export function buildSession(user: Partial<SignedIn['user']> = {}): SignedIn {
  return {
    status: 'signed_in',
    accessToken: 'access',
    refreshToken: 'refresh',
    expiresAt: 4_000_000_000,
    user: {
      id: MY_ID,
      email: 'ada@example.com',
      isVerified: true,
      firstName: 'Ada',
      plan: 'free',
      metadata: {},
      ...user,
    },
  };
}
