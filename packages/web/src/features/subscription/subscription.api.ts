import type { EndpointRequest } from '@soulsight/contract/endpoint';
import {
  deletePaymentMethod,
  getCurrentSubscription,
  getPaymentMethods,
  getSubscriptions,
  postCancel,
  postPlan,
  postResume,
} from '@soulsight/contract/subscription';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

export const offersQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.subscription, 'offers'],
  queryFn: ({ signal }) => call(getSubscriptions, { signal }),
});
export const currentQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.subscription, 'current'],
  queryFn: ({ signal }) => call(getCurrentSubscription, { signal }),
});
export const paymentMethodsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.subscription, 'payment-methods'],
  queryFn: ({ signal }) => call(getPaymentMethods, { signal }),
});

export type PlanOrder = NonNullable<EndpointRequest<typeof postPlan>['body']>;
export const buyPlan = (order: PlanOrder) => call(postPlan, { body: order });
export const cancelPlan = () => call(postCancel);
export const resumePlan = () => call(postResume);
export const removePaymentMethod = (id: string) => call(deletePaymentMethod, { params: { id } });
