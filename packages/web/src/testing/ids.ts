/** The signed-in user of every test. */
export const MY_ID = '11111111-1111-4111-8111-111111111111';
export const OTHER_ID = '22222222-2222-4222-8222-222222222222';
export const CONVERSATION_ID = '33333333-3333-4333-8333-333333333333';
export const MATCH_ID = '44444444-4444-4444-8444-444444444444';

/** The n-th of a series of UUIDs. */
export function testUuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}
