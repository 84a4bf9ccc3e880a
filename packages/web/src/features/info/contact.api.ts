import type { EndpointRequest } from '@soulsight/contract/endpoint';
import { postInquiry } from '@soulsight/contract/safety';
import { call } from '../../lib/api/api.ts';

export type InquiryDraft = NonNullable<EndpointRequest<typeof postInquiry>['body']>;
export const sendInquiry = (body: InquiryDraft) => call(postInquiry, { body });
