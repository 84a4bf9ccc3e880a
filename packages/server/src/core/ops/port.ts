import { StartError } from '../config/start-error.ts';

/** A startup error with advice for a failed `listen`, or the error itself where there is none. */
export function explainListenError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const cause = { cause: error };
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT to another port.`,
      cause,
    );
  }
  if (code === 'EACCES') return new StartError(`Port ${port} needs administrator rights. Set PORT above 1023.`, cause);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`This machine has no address ${host}. Check HOST.`, cause);
  }
  return error;
}
