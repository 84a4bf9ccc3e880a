import type { QueryClient } from '@tanstack/react-query';
import { reportDataError } from './data-error.ts';
import { type ReportOptions, reportApiError } from './report-api-error.ts';

type OnError = (error: unknown, variables: unknown, result: unknown, context: { client: QueryClient }) => void;
type Options = Pick<ReportOptions, 'context'>;

/** The `onError` of a mutation: shows the failure, with a Retry button where trying again may help. */
export function reportFailure(options: Options = {}): OnError {
  return (error, _variables, _result, { client }) =>
    reportApiError(error, { ...options, retry: retryMutation(client, error) });
}

/** As `reportFailure`, with the sentence `network` when the network failed. */
export function reportDataFailure(network: string, options: Options = {}): OnError {
  return (error, _variables, _result, { client }) =>
    reportDataError(error, network, { ...options, retry: retryMutation(client, error) });
}

/** Runs the mutation that ended with this error again: with its values, and with the callbacks of who started it. */
export function retryMutation(client: QueryClient, error: unknown): () => void {
  return () => {
    const failed = client.getMutationCache().find({ predicate: ({ state }) => state.error === error });
    // A second failure is reported like the first.
    failed?.execute(failed.state.variables).catch(() => {});
  };
}
