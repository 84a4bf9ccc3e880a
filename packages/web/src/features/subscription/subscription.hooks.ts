import type { OfferId } from '@soulsight/contract/offers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { saveFile } from '../../lib/browser/save-file.ts';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import {
  addPaymentMethod,
  buyPlan,
  cancelPlan,
  choosePaymentMethod,
  currentQuery,
  downloadReceipt,
  offersQuery,
  openPaymentMethodPage,
  payInvoice,
  paymentMethodsQuery,
  planPreviewQuery,
  removePaymentMethod,
  resumePlan,
} from './subscription.api.ts';

export const useOffers = () => useQuery(offersQuery);
export const useCurrentSubscription = () => useQuery(currentQuery);
export const usePaymentMethods = () => useQuery(paymentMethodsQuery);
export const usePlanPreview = (offer: OfferId) => useQuery(planPreviewQuery(offer));

/** The plan affects nearly everything, so all queries are refetched. */
function useSubscriptionMutation<V, R>(mutationFn: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries(),
    onError: reportFailure({ context: 'subscription' }),
  });
}

export const useBuyPlan = () => useSubscriptionMutation(buyPlan);
export const useCancelPlan = () => useSubscriptionMutation((_: undefined) => cancelPlan());
export const useResumePlan = () => useSubscriptionMutation((_: undefined) => resumePlan());
export const useRemovePaymentMethod = () => useSubscriptionMutation(removePaymentMethod);
export const useChoosePaymentMethod = () => useSubscriptionMutation(choosePaymentMethod);
export const useAddPaymentMethod = () => useSubscriptionMutation(addPaymentMethod);
export const useOpenPaymentMethodPage = () => useSubscriptionMutation(openPaymentMethodPage);
export const usePayInvoice = () => useSubscriptionMutation(payInvoice);

/** Saves the receipt of an invoice as a file. */
export function useDownloadReceipt() {
  return useMutation({
    mutationFn: async ({ id, at }: { id: string; at: string }) =>
      saveFile(await downloadReceipt(id), `soulsight-receipt-${at.slice(0, 10)}.pdf`),
    onError: reportFailure({ context: 'subscription' }),
  });
}
