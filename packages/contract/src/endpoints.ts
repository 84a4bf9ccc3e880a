import { authEndpoints } from './auth.ts';
import { bgpEndpoints } from './bgp.ts';
import { chatEndpoints } from './chat.ts';
import type { EndpointSpec } from './endpoint.ts';
import { feedbackEndpoints } from './feedback.ts';
import { icebreakerEndpoints } from './icebreaker.ts';
import { matchEndpoints } from './match.ts';
import { notificationsEndpoints } from './notifications.ts';
import { operationsEndpoints } from './operations.ts';
import { profileEndpoints } from './profile.ts';
import { revealEndpoints } from './reveal.ts';
import { safetyEndpoints } from './safety.ts';
import { subscriptionEndpoints } from './subscription.ts';
import { trustEndpoints } from './trust.ts';
import { wingmanEndpoints } from './wingman.ts';

const FEATURES = {
  auth: authEndpoints,
  profile: profileEndpoints,
  bgp: bgpEndpoints,
  match: matchEndpoints,
  chat: chatEndpoints,
  reveal: revealEndpoints,
  feedback: feedbackEndpoints,
  icebreaker: icebreakerEndpoints,
  wingman: wingmanEndpoints,
  trust: trustEndpoints,
  subscription: subscriptionEndpoints,
  notifications: notificationsEndpoints,
  safety: safetyEndpoints,
  operations: operationsEndpoints,
} as const satisfies Record<string, Record<string, EndpointSpec>>;

type Features = typeof FEATURES;
/** The name of an endpoint. A `Record` with these keys has an entry for each endpoint. */
export type EndpointName = { [F in keyof Features]: keyof Features[F] }[keyof Features] & string;
/** The type of the endpoint with a name. */
export type EndpointByName<N extends EndpointName> = Extract<
  { [F in keyof Features]: N extends keyof Features[F] ? Features[F][N] : never }[keyof Features],
  EndpointSpec
>;

/** Every endpoint of the API with its name and the name of its feature: the API reference and the tests iterate over it. */
export const ENDPOINTS: readonly { feature: string; name: EndpointName; endpoint: EndpointSpec }[] = Object.entries(
  FEATURES,
).flatMap(([feature, endpoints]) =>
  Object.entries<EndpointSpec>(endpoints).map(([name, endpoint]) => ({
    feature,
    name: name as EndpointName,
    endpoint,
  })),
);
