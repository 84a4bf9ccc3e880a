import { getBgpProfile } from '@soulsight/contract/bgp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildUser } from '../../demo/builders/user.builder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ manualJobs: false });
});
afterAll(() => app.stop());

it('[3.8] applies events right after the commit, and none that were rolled back', async () => {
  const ann = await buildUser(app.features);
  const socket = await app.socket(ann);
  await socket.next('auth_success');
  const { bgp } = app.features;
  const event = { userId: ann.id, type: 'question_asked', metadata: { is_question: true } } as const;
  const undone = app.database.db.transaction(async (tx) => {
    await bgp.record(tx, event);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await app.database.db.transaction((tx) => bgp.record(tx, event));
  await socket.next('bgp_update');
  const profile = (await app.call(getBgpProfile, { as: ann })).ok();
  expect(profile.recent_events).toHaveLength(1);
  expect(profile.traits.conversation_depth).toBeGreaterThan(50);
  await socket.close();
});
