import { ERRORS } from '@soulsight/contract/errors';
import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { getDataErrorTitle } from './data-error.ts';

const httpError = (detail: string, code: 'internal' | 'nobody_left') =>
  new ApiError({ kind: 'http', status: 500, path: '/api/match', detail, code });

it.each([
  ['the general sentence', httpError(ERRORS.internal.detail, 'internal'), 'Failed'],
  ['a specific sentence', httpError('The matches are being moved.', 'nobody_left'), 'The matches are being moved.'],
  ['nothing, without a network', new ApiError({ kind: 'network', status: 0, path: '/api/match' }), 'No network'],
])('the heading of an error for which the server said %s', (_, error, heading) => {
  expect(getDataErrorTitle(error, 'No network', 'Failed')).toBe(heading);
});
