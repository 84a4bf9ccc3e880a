import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { reportApiError } from '../../lib/errors/report-api-error.ts';
import {
  buyPlan,
  cancelPlan,
  currentQuery,
  offersQuery,
  paymentMethodsQuery,
  removePaymentMethod,
  resumePlan,
} from './subscription.api.ts';

export const useOffers = () => useQuery(offersQuery);
export const useCurrentSubscription = () => useQuery(currentQuery);
export const usePaymentMethods = () => useQuery(paymentMethodsQuery);

/** The plan affects nearly everything, so all queries are refetched. */
function useSubscriptionMutation<V, R>(mutationFn: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries(),
    onError: (error) => reportApiError(error, { context: 'subscription' }),
  });
}

export const useBuyPlan = () => useSubscriptionMutation(buyPlan);
export const useCancelPlan = () => useSubscriptionMutation((_: undefined) => cancelPlan());
export const useResumePlan = () => useSubscriptionMutation((_: undefined) => resumePlan());
export const useRemovePaymentMethod = () => useSubscriptionMutation(removePaymentMethod);
