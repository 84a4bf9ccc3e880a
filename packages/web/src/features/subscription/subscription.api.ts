import type { EndpointRequest } from '@soulsight/contract/endpoint';
import type { OfferId } from '@soulsight/contract/offers';
import {
  deletePaymentMethod,
  getCurrentSubscription,
  getPaymentMethods,
  getPlanPreview,
  getReceipt,
  getSubscriptions,
  postCancel,
  postDefaultPaymentMethod,
  postInvoicePayment,
  postPaymentMethod,
  postPaymentMethodPage,
  postPlan,
  postResume,
} from '@soulsight/contract/subscription';
import { queryOptions } from '@tanstack/react-query';
import { call, download } from '../../lib/api/api.ts';
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

/** What choosing an offer costs, asked again each time it is shown. */
export const planPreviewQuery = (offer: OfferId) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.subscription, 'preview', offer],
    queryFn: ({ signal }) => call(getPlanPreview, { query: { offer }, signal }),
    gcTime: 0,
    staleTime: 0,
  });

export type PlanOrder = NonNullable<EndpointRequest<typeof postPlan>['body']>;
export const buyPlan = (order: PlanOrder) => call(postPlan, { body: order });
export const cancelPlan = () => call(postCancel);
export const resumePlan = () => call(postResume);
export const removePaymentMethod = (id: string) => call(deletePaymentMethod, { params: { id } });
export const choosePaymentMethod = (id: string) => call(postDefaultPaymentMethod, { params: { id } });
export type NewCard = NonNullable<EndpointRequest<typeof postPaymentMethod>['body']>;
export const addPaymentMethod = (body: NewCard) => call(postPaymentMethod, { body });
export const openPaymentMethodPage = (body: Pick<NewCard, 'replaces'>) => call(postPaymentMethodPage, { body });
export type InvoicePayment = NonNullable<EndpointRequest<typeof postInvoicePayment>['body']>;
export const payInvoice = ({ id, ...body }: InvoicePayment & { id: string }) =>
  call(postInvoicePayment, { params: { id }, body });
export const downloadReceipt = (id: string) => download(getReceipt, { params: { id } });
