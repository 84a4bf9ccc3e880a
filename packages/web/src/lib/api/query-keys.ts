/** Roots of the query keys that more than one feature invalidates. A feature's own keys begin with its root. */
export const QUERY_ROOTS = {
  me: ['me'],
  bgp: ['bgp'],
  match: ['match'],
  chat: ['chat'],
  reveal: ['reveal'],
  wingman: ['wingman'],
  notifications: ['notifications'],
} as const;
