import * as auth from './auth.ts';
import * as bgp from './bgp.ts';
import * as chat from './chat.ts';
import type { EndpointSpec } from './endpoint.ts';
import * as match from './match.ts';
import * as notifications from './notifications.ts';
import * as reveal from './reveal.ts';
import * as safety from './safety.ts';
import * as subscription from './subscription.ts';
import * as trust from './trust.ts';
import * as user from './user.ts';
import * as wingman from './wingman.ts';

const FEATURES = { auth, user, bgp, match, chat, reveal, wingman, trust, subscription, notifications, safety };

function isEndpoint(value: unknown): value is EndpointSpec {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}

/** Every endpoint of the product's API with its feature's and its own name: the API reference and the tests walk through it. */
export const ENDPOINTS: readonly { feature: string; name: string; endpoint: EndpointSpec }[] = Object.entries(
  FEATURES,
).flatMap(([feature, module]) =>
  Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? [{ feature, name, endpoint: value }] : [])),
);
