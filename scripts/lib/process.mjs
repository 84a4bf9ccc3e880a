import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fromRoot, ROOT } from './project.mjs';

const BIN = fromRoot('node_modules/.bin');
/** Compiled code is kept between starts: a fifth of the time to the first answer. */
const COMPILE_CACHE = fromRoot('.cache/node');
const FORWARDED_SIGNALS = ['SIGTERM', 'SIGHUP'];

/** The environment in which `node` is the one the code is written for, whatever the system's own is. */
function projectEnv(extra = {}) {
  return { ...process.env, ...extra, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * Runs a command to its end with the terminal as its own, and resolves to its exit code. A signal that reaches this
 * process alone is passed on; Ctrl-C reaches both by itself.
 */
export function run(command, args, { env = {}, cwd = ROOT } = {}) {
  const child = spawn(command, args, { cwd, env: projectEnv(env), stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  const onInterrupt = () => process.stdin.isTTY || child.kill('SIGINT');
  for (const signal of FORWARDED_SIGNALS) process.on(signal, forward);
  process.on('SIGINT', onInterrupt);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const forwarded of FORWARDED_SIGNALS) process.off(forwarded, forward);
      process.off('SIGINT', onInterrupt);
      resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1));
    });
  });
}

/** Runs a file with the project's Node and the settings of `.env`, if there is one. */
export function runWithSettings(args) {
  const settings = fromRoot('.env');
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE };
  return run('node', existsSync(settings) ? [`--env-file=${settings}`, ...args] : args, { env });
}

/** Runs a command quietly and resolves to `{ code, output }`, stdout and stderr as they came. */
export function capture(command, args, { env = {}, cwd = ROOT } = {}) {
  const child = spawn(command, args, { cwd, env: projectEnv(env), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const collect = (chunk) => {
    output += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
