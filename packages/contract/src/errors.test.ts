import { describe, expect, it } from 'vitest';
import { errorBodySchema } from './error-body.ts';
import { AppError, ERRORS, type ErrorCode } from './errors.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe('the error catalogue', () => {
  it('has an HTTP error status and a sentence for every code', () => {
    for (const code of CODES) {
      const { status, detail } = ERRORS[code];
      expect(status, code).toBeGreaterThanOrEqual(400);
      expect(status, code).toBeLessThan(600);
      expect(detail, code).toMatch(/^[A-Z]/);
    }
  });

  it('gives an error its status, and a body that the schema accepts', () => {
    for (const code of CODES) {
      const error = new AppError(code);
      expect(error.status).toBe(ERRORS[code].status);
      expect(errorBodySchema.parse(error.toBody())).toEqual({ code, detail: ERRORS[code].detail });
    }
  });

  it('takes a more exact sentence and the invalid fields', () => {
    const body = new AppError('validation_failed', 'Check your email.', { fields: { email: 'Required' } }).toBody();
    expect(body).toEqual({ code: 'validation_failed', detail: 'Check your email.', fields: { email: 'Required' } });
  });
});
