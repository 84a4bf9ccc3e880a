import { isApiError } from '../api/api-error.ts';
import { toast } from '../toast.ts';
import { getErrorMessage, isDefaultDetail } from './messages.ts';
import { type ReportOptions, reportApiError } from './report-api-error.ts';

/** Reports a failed action: with the sentence `network` when the network failed, otherwise like any failed call. */
export function reportDataError(error: unknown, network: string, options: ReportOptions = {}): void {
  if (!isNetworkError(error)) {
    reportApiError(error, options);
    return;
  }
  if (options.retry) toast.retry(network, options.retry, { id: network });
  else toast.error(network, { id: network });
}

/** The text shown in place of data: `network` when the network failed, otherwise the server's detail or `failed`. */
export function getDataErrorMessage(error: unknown, network: string, failed: string): string {
  if (isNetworkError(error)) return network;
  return isApiError(error) && error.detail ? getErrorMessage(error) : failed;
}

/** The same as a heading: where the server said nothing of its own, `failed`; the text below has the rest. */
export function getDataErrorTitle(error: unknown, network: string, failed: string): string {
  return isApiError(error) && isDefaultDetail(error) ? failed : getDataErrorMessage(error, network, failed);
}

function isNetworkError(error: unknown): boolean {
  return isApiError(error) && (error.kind === 'network' || error.kind === 'timeout');
}
