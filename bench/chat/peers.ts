import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/lib/free-port.ts';
import { eventually, pinCommand, SERVER_CORE, stopProcess } from './process.ts';
import { XMPP_HOST } from './xmpp.ts';

/** A chat server from Debian, running in its own folder on its own port. */
export interface Peer {
  pid: number;
  port: number;
  stop(): Promise<void>;
}

const EJABBERD_SCHEMA = '/usr/share/ejabberd/sql/pg.sql';

/** Starts ejabberd: archive in the given PostgreSQL, no TLS, no shaper, in-band registration. Null when not installed. */
export async function startEjabberd(home: string, databaseUrl: string): Promise<Peer | null> {
  const erl = '/usr/bin/erl';
  const schema = findSchemaFile();
  if (!existsSync('/usr/sbin/ejabberdctl') || !existsSync(erl) || schema === null) return null;
  await loadSchema(databaseUrl, schema);
  mkdirSync(home);
  const port = await freePort();
  const { hostname, port: databasePort, pathname, username } = new URL(databaseUrl);
  const config = path.join(home, 'ejabberd.yml');
  writeFileSync(
    config,
    `hosts: [${XMPP_HOST}]
loglevel: error
listen:
  - { port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, max_stanza_size: 262144, shaper: none, access: all }
auth_method: [mnesia]
auth_password_format: plain
registration_timeout: infinity
sql_type: pgsql
sql_server: "${hostname}"
sql_port: ${databasePort}
sql_database: "${pathname.slice(1)}"
sql_username: "${username}"
sql_password: ""
sql_pool_size: 10
modules:
  mod_register: { ip_access: all, access: all, welcome_message: {} }
  mod_mam: { db_type: sql, default: always, assume_mam_usage: true }
`,
  );
  const [command, ...args] = pinCommand(SERVER_CORE, [
    erl,
    ...['-sname', `bench${port}@localhost`, '-noinput', '-mnesia', 'dir', `"${home}/spool"`, '-s', 'ejabberd'],
  ]);
  const child = spawn(command, args, {
    cwd: home,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: home,
      ERL_LIBS: '/usr/lib/x86_64-linux-gnu',
      EJABBERD_CONFIG_PATH: config,
      EJABBERD_LOG_PATH: path.join(home, 'ejabberd.log'),
      ERL_EPMD_ADDRESS: '127.0.0.1',
    },
  });
  return waitForPeer(child, port);
}

/** Debian packages put the schema in different places. */
function findSchemaFile(): string | null {
  return (
    [EJABBERD_SCHEMA, '/usr/share/doc/ejabberd/sql/pg.sql', '/usr/share/doc/ejabberd/examples/sql/pg.sql'].find(
      (file) => existsSync(file),
    ) ?? null
  );
}

async function loadSchema(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(readFileSync(file, 'utf8'));
  await client.end();
}

/** Starts Prosody with its default file archive. Null when not installed. */
export async function startProsody(home: string): Promise<Peer | null> {
  if (!existsSync('/usr/bin/prosody')) return null;
  mkdirSync(home);
  const port = await freePort();
  const config = path.join(home, 'prosody.cfg.lua');
  writeFileSync(
    config,
    `modules_enabled = { "roster", "saslauth", "register_ibr", "mam" }
modules_disabled = { "s2s", "tls", "offline" }
run_as_root = true
daemonize = false
pidfile = "${home}/prosody.pid"
data_path = "${home}"
log = { error = "${home}/prosody.log" }
c2s_ports = { ${port} }
c2s_interfaces = { "127.0.0.1" }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
allow_registration = true
authentication = "internal_plain"
storage = "internal"
archive_expires_after = "never"
default_archive_policy = true
VirtualHost "${XMPP_HOST}"
`,
  );
  const [command, ...args] = pinCommand(SERVER_CORE, ['/usr/bin/prosody', '-F', '--config', config]);
  return waitForPeer(spawn(command, args, { cwd: home, stdio: 'ignore' }), port);
}

async function waitForPeer(child: ChildProcess, port: number): Promise<Peer> {
  await eventually(
    () =>
      new Promise<void>((resolve, reject) => {
        if (child.exitCode !== null) throw new Error('the server exited');
        const socket = connect({ port, host: '127.0.0.1' });
        socket.on('error', reject);
        socket.on('connect', () => {
          socket.destroy();
          resolve();
        });
      }),
  );
  return { pid: child.pid as number, port, stop: () => stopProcess(child, 'SIGKILL') };
}

/** The installed Debian version, for the report. */
export function getInstalledVersion(name: string): string {
  return /^Version: (\S+)$/m.exec(execFileSync('dpkg', ['-s', name], { encoding: 'utf8' }))?.[1] ?? '(unknown version)';
}
