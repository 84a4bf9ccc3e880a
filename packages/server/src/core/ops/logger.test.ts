import { describe, expect, it } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { createAccountHash } from './account-hash.ts';
import { runWithLogContext, setLogUser } from './log-context.ts';
import { createLogger, type Log } from './logger.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';

function recordingLog(level = 'trace'): { log: Log; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger(testConfig({ LOG_LEVEL: level }), { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

describe('the account hash', () => {
  it('is short, stable, different for each account, and depends on the key', () => {
    const hash = createAccountHash(Buffer.alloc(32, 1));
    expect(hash(ANN)).toMatch(/^[0-9a-f]{12}$/);
    expect(createAccountHash(Buffer.alloc(32, 1))(ANN)).toBe(hash(ANN));
    expect(hash(BEN)).not.toBe(hash(ANN));
    expect(createAccountHash(Buffer.alloc(32, 2))(ANN)).not.toBe(hash(ANN));
  });
});

describe('a log line', () => {
  it('names its subsystem, its request and its account, but never the account id', async () => {
    const { log, lines } = recordingLog();
    const child = log.child({ subsystem: 'chat' });
    await runWithLogContext({ requestId: 'r1' }, async () => {
      setLogUser(ANN);
      await Promise.resolve();
      child.warn('hello');
    });
    expect(lines).toEqual([
      expect.objectContaining({
        subsystem: 'chat',
        requestId: 'r1',
        accountHash: expect.stringMatching(/^[0-9a-f]{12}$/),
        msg: 'hello',
      }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(ANN);
  });

  it('outside of a request has neither', () => {
    const { log, lines } = recordingLog();
    setLogUser(ANN);
    log.info('started');
    expect(lines[0]).toEqual({ level: 30, time: expect.any(Number), msg: 'started' });
  });

  it('contains no parameters of a database error', () => {
    const { log, lines } = recordingLog();
    const err = Object.assign(new Error('Failed query: select $1\nparams: secret'), {
      query: 'select $1',
      params: ['secret'],
    });
    log.error({ err }, 'query failed');
    expect(JSON.stringify(lines)).not.toContain('secret');
    expect(lines[0]).toMatchObject({ err: { query: 'select $1' } });
  });

  it('contains no request headers', () => {
    const { log, lines } = recordingLog();
    const headers = { authorization: 'Bearer secret', cookie: 'a=secret' };
    log.debug({ busboyOptions: { headers, limits: 1 }, headers }, 'options');
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});
