import { changeSettings, NOTIFICATION_KIND_IDS, notificationSettingsSchema } from '@soulsight/contract/notifications';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSettings, digestIsDue, quietForMs, UNSUBSCRIBED } from './notifications.rules.ts';

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const NIGHT = { from: '22:00', to: '07:30' };

describe('quiet hours', () => {
  it('may pass midnight', () => {
    expect(quietForMs(NIGHT, at('21:59'), 'UTC')).toBe(0);
    expect(quietForMs(NIGHT, at('22:00'), 'UTC')).toBe(9.5 * HOUR_MS);
    expect(quietForMs(NIGHT, at('03:00'), 'UTC')).toBe(4.5 * HOUR_MS);
    expect(quietForMs(NIGHT, at('07:30'), 'UTC')).toBe(0);
  });

  it("are in the user's time zone", () => {
    expect(quietForMs(NIGHT, at('21:30'), 'Europe/Berlin')).toBe(9 * HOUR_MS);
    expect(quietForMs(NIGHT, at('21:30'), 'America/New_York')).toBe(0);
  });

  it.each([
    ['end as the clocks show then where they go forward', '2026-03-28T22:00:00Z', 'Europe/Berlin', NIGHT, 7.5],
    ['end as the clocks show then where they go back', '2026-10-24T21:00:00Z', 'Europe/Berlin', NIGHT, 9.5],
    [
      'end as the clocks show then where they move by half an hour',
      '2026-10-03T13:30:00Z',
      'Australia/Lord_Howe',
      NIGHT,
      7,
    ],
    [
      'last at least until a minute that no clock shows',
      '2026-03-29T00:30:00Z',
      'Europe/Berlin',
      { from: '22:00', to: '02:30' },
      1,
    ],
  ])('%s', (_, now, timeZone, quiet, hours) => {
    expect(quietForMs(quiet, new Date(now), timeZone)).toBe(hours * HOUR_MS);
  });

  it('are none without settings, or when they begin and end at the same minute', () => {
    expect(quietForMs(null, at('23:00'), 'UTC')).toBe(0);
    expect(quietForMs({ from: '08:00', to: '08:00' }, at('08:00'), 'UTC')).toBe(0);
  });

  it('are over after the returned time', () => {
    const time = (minutes: number) =>
      [minutes / 60, minutes % 60].map((part) => String(Math.floor(part) % 24).padStart(2, '0')).join(':');
    const hours = fc
      .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1200 }))
      .map(([from, length]) => ({ from: time(from), to: time(from + length) }));
    const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-30'), noInvalidDate: true });
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu');
    fc.assert(
      fc.property(hours, instant, zone, (quiet, now, timeZone) => {
        const ms = quietForMs(quiet, now, timeZone);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThan(24 * HOUR_MS);
        expect(quietForMs(quiet, new Date(now.getTime() + ms), timeZone)).toBe(0);
      }),
    );
  });
});

describe('settings', () => {
  it('[1.9] start with everything in the app; an unsubscribe turns off all mail but that with consequences, and nothing else', () => {
    const settings = notificationSettingsSchema.parse(defaultSettings());
    const silent = changeSettings(settings, UNSUBSCRIBED);
    for (const kind of NOTIFICATION_KIND_IDS) {
      expect(settings.kinds[kind].app).toBe(true);
      const mail = ['subscription', 'safety', 'account'].includes(kind);
      expect(silent.kinds[kind]).toEqual({ ...settings.kinds[kind], mail });
    }
  });
});

describe('the digest', () => {
  const now = at('12:00');
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const due = { lastActiveAt: ago(2 * HOUR_MS), lastDigestAt: null, oldestAt: ago(HOUR_MS), quietMs: 0 };

  it('goes to users who are away, waits for further notifications, and is sent at most twice a day', () => {
    expect(digestIsDue(due, now)).toBe(true);
    expect(digestIsDue({ ...due, lastActiveAt: null }, now)).toBe(true);
    expect(digestIsDue({ ...due, lastActiveAt: ago(MINUTE_MS) }, now)).toBe(false);
    expect(digestIsDue({ ...due, oldestAt: ago(MINUTE_MS) }, now)).toBe(false);
    expect(digestIsDue({ ...due, lastDigestAt: ago(11 * HOUR_MS) }, now)).toBe(false);
    expect(digestIsDue({ ...due, quietMs: 1 }, now)).toBe(false);
  });
});
