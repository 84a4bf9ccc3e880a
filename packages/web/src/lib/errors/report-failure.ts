import type { Mutation, QueryClient } from '@tanstack/react-query';
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

/**
 * Runs the mutation that ended with this error again: with its values, and with the callbacks of who started it. Of a choice that the
 * user has made again since, in the same scope, nothing is sent: the later one counts. Of what names its subject by an id, such as the
 * match of a decision, only what names the same one is such a choice.
 */
export function retryMutation(client: QueryClient, error: unknown): () => void {
  return () => {
    const failed = client.getMutationCache().find({ predicate: ({ state }) => state.error === error });
    if (!failed) return;
    const scope = failed.options.scope?.id;
    const later = client.getMutationCache().findAll({
      predicate: ({ mutationId, options }) => options.scope?.id === scope && mutationId > failed.mutationId,
    });
    const given = failed.state.variables;
    const variables = scope === undefined ? given : leaveOutLater(given, later);
    // A second failure is reported like the first.
    if (variables !== NOTHING) failed.execute(variables).catch(() => {});
  };
}

const NOTHING = Symbol('nothing is left');

/** The id that a change names as its subject, if it names one. */
function findSubject(variables: unknown): string | undefined {
  const id = isRecord(variables) ? variables.id : variables;
  return typeof id === 'string' ? id : undefined;
}

/** The part of a change that no later mutation of the scope has set: fields of objects at every depth, or the whole value. */
function leaveOutLater(variables: unknown, later: readonly Mutation[]): unknown {
  const subject = findSubject(variables);
  if (subject !== undefined)
    return later.some(({ state }) => findSubject(state.variables) === subject) ? NOTHING : variables;
  return later.reduce((left: unknown, { state }) => leaveOutSet(left, state.variables), variables);
}

function leaveOutSet(left: unknown, set: unknown): unknown {
  if (!(isRecord(left) && isRecord(set))) return NOTHING;
  const fields = Object.entries(left)
    .map(([field, value]) => [field, field in set ? leaveOutSet(value, set[field]) : value] as const)
    .filter(([, value]) => value !== NOTHING);
  return fields.length === 0 ? NOTHING : Object.fromEntries(fields);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
