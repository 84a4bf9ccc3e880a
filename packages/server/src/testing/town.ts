import { postMatchAccept, postMatchLetKnow } from '@soulsight/contract/match';
import type { Place } from '@soulsight/contract/profile';
import { beforeEach } from 'vitest';
import { type BuiltDater, buildDater } from '../features/demo/builders/dater.builder.ts';
import type { TestApp } from './test-app.ts';
import { farPlace, givePremium } from './test-users.ts';

/** People who meet nobody of another test: each test has a place of its own, far from the others. */
export function buildTown(app: () => TestApp) {
  let place: Place = farPlace();
  /** Users who are built from now on do not meet the earlier ones. */
  const moveAway = () => {
    place = farPlace();
  };
  beforeEach(moveAway);

  const build = (gender: 'woman' | 'man', name?: string) =>
    buildDater(app().features, { ...(name && { name }), gender, profile: { place } });

  /** Says yes to somebody. @returns the id of the match; the like stays hidden */
  async function like(from: BuiltDater, to: BuiltDater): Promise<string> {
    const { id } = await app().features.match.introduce(from.id, to.id);
    (await app().call(postMatchAccept, { as: from, params: { id }, body: {} })).ok();
    return id;
  }
  const letKnow = (as: BuiltDater, id: string) => app().call(postMatchLetKnow, { as, params: { id } });

  return {
    moveAway,
    woman: (name?: string) => build('woman', name),
    man: (name?: string) => build('man', name),
    async premiumWoman(): Promise<BuiltDater> {
      const user = await build('woman');
      await givePremium(app(), user);
      return user;
    },
    like,
    letKnow,
    /** Says yes to somebody, and lets them know. @returns the id of the match */
    async likeOpenly(from: BuiltDater, to: BuiltDater): Promise<string> {
      const id = await like(from, to);
      (await letKnow(from, id)).ok();
      return id;
    },
  };
}
