import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '@soulsight/contract/time';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp } from '../../testing/test-app.ts';
import { extractLinks, fileMailbox, memoryMailbox } from './mailbox.ts';
import { renderMail } from './template.ts';

const AT = new Date('2026-11-01T12:00:00Z');
const MAIL = {
  to: 'Ann@people.example',
  subject: 'Hello',
  text: 'See http://a.example/x?y=1&z=2 now.',
  html: '<p>Hi</p>',
};

describe('the mailbox', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'soulsight-mail-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('lists newest first, and filters by recipient', () => {
    const mailbox = memoryMailbox();
    mailbox.add(MAIL, AT);
    mailbox.add({ ...MAIL, to: 'ben@people.example', subject: 'Second' }, AT);
    expect(mailbox.list().map((m) => m.subject)).toEqual(['Second', 'Hello']);
    expect(mailbox.list('ann@people.example')).toEqual([
      { ...MAIL, links: ['http://a.example/x?y=1&z=2'], at: AT.toISOString() },
    ]);
  });

  it('survives a restart, even with an incomplete last line', () => {
    const file = path.join(dir, 'deep', 'mailbox.jsonl');
    fileMailbox(file).add(MAIL, AT);
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"to":"x","sub`);
    const again = fileMailbox(file);
    again.add({ ...MAIL, subject: 'Third' }, AT);
    expect(
      fileMailbox(file)
        .list()
        .map((m) => m.subject),
    ).toEqual(['Third', 'Hello']);
  });

  it('finds links in text without the characters around them', () => {
    expect(extractLinks('(http://a.example/b) <https://c.example> "http://d.example/e"')).toEqual([
      'http://a.example/b',
      'https://c.example',
      'http://d.example/e',
    ]);
  });
});

describe('the dev mailbox', () => {
  it('has a page and a JSON list', async () => {
    const app = await buildTestApp();
    await app.core.mailer.send({ ...MAIL, subject: '<script>alert(1)</script>' });
    const list = await app.http.inject('/dev/mailbox.json?to=ann@people.example');
    expect(list.json()).toMatchObject([{ to: MAIL.to, links: ['http://a.example/x?y=1&z=2'] }]);
    expect((await app.http.inject('/dev/mailbox.json?to=ben@people.example')).json()).toEqual([]);
    const page = await app.http.inject('/dev/mailbox');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('&lt;script&gt;');
    expect(page.body).not.toContain('<script>');
    expect(page.body).not.toContain('prefers-color-scheme');
    expect(page.body).toContain('<a href="http://a.example/x?y=1&amp;z=2">');
    await app.stop();
  });

  it.each([
    ['from another machine', { remoteAddress: '192.168.1.7' }],
    ['through a proxy', { headers: { 'x-forwarded-for': '203.0.113.9' } }],
    ['under another host name', { headers: { host: 'dating.example' } }],
    ['under a host name that looks local', { headers: { host: 'localhost.example:3000' } }],
  ])('is not found %s', async (_how, request) => {
    const app = await buildTestApp();
    for (const url of ['/dev/mailbox', '/dev/mailbox.json']) {
      expect((await app.http.inject({ url, ...request })).statusCode).toBe(404);
    }
    await app.stop();
  });

  it('does not exist where the server listens for other machines', async () => {
    const app = await buildTestApp({ env: { HOST: '0.0.0.0' } });
    expect((await app.http.inject('/dev/mailbox.json')).statusCode).toBe(404);
    await app.stop();
  });

  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'app.localhost'])('is readable at %s', async (host) => {
    const app = await buildTestApp();
    expect((await app.http.inject({ url: '/dev/mailbox.json', headers: { host } })).statusCode).toBe(200);
    await app.stop();
  });

  it('has no mail of a transaction that was rolled back', async () => {
    const app = await buildTestApp();
    const { db, mailer } = app.core;
    const lost = db.transaction(async (tx) => {
      await mailer.send(MAIL, { tx });
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    await db.transaction((tx) => mailer.send({ ...MAIL, subject: 'Committed' }, { tx }));
    expect(app.mails().map((m) => m.subject)).toEqual(['Committed']);
    await app.stop();
  });
});

describe('by SMTP', () => {
  it('mail is a job that is retried, its content is encrypted while it waits, and of several with one key the first is sent', async () => {
    const got: string[] = [];
    let refusals = 1;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk) => {
          text += String(chunk);
        });
        stream.on('end', () => {
          refusals -= 1;
          if (refusals >= 0) return done(new Error('not now'));
          got.push(text);
          return done();
        });
      },
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.server.address() as AddressInfo;
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Soulsight <hello@soulsight.example>' };
    const app = await buildTestApp({ env });
    await app.core.mailer.send(MAIL);
    const { rows } = await app.core.db.execute<{ data: unknown }>('select data from pgboss.job');
    expect(JSON.stringify(rows)).not.toContain('a.example');
    await expect(app.drain()).rejects.toThrow('not now');
    app.clock.advance(HOUR_MS);
    await app.drain();
    expect(got).toHaveLength(1);
    expect(got[0]).toContain('From: Soulsight <hello@soulsight.example>');
    expect(got[0]).toContain('To: Ann@people.example');
    for (const key of ['once', 'once', 'another', 'once']) {
      await app.core.db.transaction((tx) => app.core.mailer.send({ ...MAIL, subject: key }, { tx, key }));
      await app.drain();
    }
    const subjects = got.slice(1).map((text) => /^Subject: (.*)\r$/m.exec(text)?.[1]);
    expect(subjects).toEqual(['once', 'another']);
    await app.stop();
    await new Promise<void>((closed) => server.close(() => closed()));
  });
});

describe('the template', () => {
  const content = {
    to: 'a@b.example',
    subject: 'Your code',
    paragraphs: ['Hello <Ann> & all.'],
    code: '123456',
    action: { label: 'Verify', url: 'http://localhost/x?a=1&b=2' },
    unsubscribeUrl: 'http://localhost/off',
  };

  it('has the same content as text and as HTML', () => {
    const { text, html } = renderMail(content);
    expect(text).toContain('Hello <Ann> & all.');
    expect(text).toContain('Your code: 123456');
    expect(extractLinks(text)).toEqual(['http://localhost/x?a=1&b=2', 'http://localhost/off']);
    expect(html).toContain('Hello &lt;Ann&gt; &amp; all.');
    expect(html).toContain('href="http://localhost/x?a=1&amp;b=2"');
    expect(html).toContain('123456');
  });
});
