import { AUTH_BASE_PATH } from '@soulsight/contract/auth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAccount } from '../features/auth/auth.builders.ts';
import { buildTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

it('reports its health', async () => {
  const answer = await app.http.inject('/health');
  expect(answer.json()).toEqual({ status: 'ok', database: 'ok', bus: 'ok' });
});

it('serves the auth service', async () => {
  const answer = await app.http.inject(`${AUTH_BASE_PATH}/.well-known/jwks.json`);
  expect(answer.json().keys).toHaveLength(1);
});

it('signs a socket in', async () => {
  const ann = await buildAccount(app.features.auth);
  const socket = await app.socket(ann);
  expect((await socket.next('auth_success')).payload).toMatchObject({ user_id: ann.id });
});
