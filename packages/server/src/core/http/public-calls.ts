import { lookup as dnsLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A call longer than this is aborted, from the first look-up to the answer's headers. */
const TIMEOUT_MS = 10_000;
const ANSWER_HEADERS_MAX_BYTES = 16_384;

/** The host is not public, or the URL is not a plain https one. It says nothing about what answers there. */
export class NotPublicError extends Error {
  constructor() {
    super('The address is not a public https address.');
    this.name = 'NotPublicError';
  }
}

export type PublicRequest = { method: 'POST'; headers: Record<string, string>; body: Buffer };
/** The body of an answer is not read. `retryAfterS`: the seconds of its Retry-After header. */
export type PublicAnswer = { status: number; retryAfterS: number | null };

/**
 * The only way to call a URL that a user gave us. It must be https on its usual port at a public host; every call resolves the
 * name again, checks all its addresses and connects to one of them; redirects are not followed; no body is read.
 */
export interface PublicCalls {
  /** @throws NotPublicError also for a name that does not resolve, so that the answer does not tell names apart */
  assertPublic(url: string): Promise<void>;
  /** @throws NotPublicError without a connection; any other error is of the network */
  call(url: string, request: PublicRequest): Promise<PublicAnswer>;
}

export interface PublicCallsOptions {
  /** An origin that may also be called, for tests with a service of their own on this machine. Null in production. */
  testOrigin: string | null;
  lookup?: LookupFunction;
}

export function createPublicCalls({ testOrigin, lookup = dnsLookup }: PublicCallsOptions): PublicCalls {
  const publicLookup = onlyPublic(lookup);

  /** The call's address. Everything is checked except the addresses that its name resolves to. */
  function check(url: string): { address: URL; isTest: boolean } {
    const address = URL.canParse(url) ? new URL(url) : null;
    if (!address) throw new NotPublicError();
    const isTest = testOrigin !== null && address.origin === testOrigin;
    if (!isTest) assertPublicUrl(address);
    return { address, isTest };
  }

  return {
    async assertPublic(url) {
      const { address, isTest } = check(url);
      if (isTest || isIP(toHost(address))) return;
      await new Promise<void>((resolve, reject) => {
        publicLookup(toHost(address), { all: true }, (error) => (error ? reject(new NotPublicError()) : resolve()));
      });
    },
    async call(url, { method, headers, body }) {
      const { address, isTest } = check(url);
      const options: RequestOptions = {
        method,
        headers,
        agent: false,
        maxHeaderSize: ANSWER_HEADERS_MAX_BYTES,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(isTest ? {} : { lookup: publicLookup }),
      };
      const send = address.protocol === 'https:' ? httpsRequest : httpRequest;
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        send(address, options, resolve).on('error', reject).end(body);
      });
      answer.destroy();
      const seconds = Number(answer.headers['retry-after']);
      return { status: answer.statusCode ?? 0, retryAfterS: Number.isFinite(seconds) ? seconds : null };
    },
  };
}

function assertPublicUrl(url: URL): void {
  const { protocol, port, username, password } = url;
  const host = toHost(url);
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === '';
  const isPublicHost = isIP(host) ? isPublicAddress(host) : host.includes('.');
  if (!isPlain || !isPublicHost) throw new NotPublicError();
}

function toHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address is on the public internet. Addresses that carry another one in them (6to4, NAT64) are not. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST));
}

/** A look-up that fails where any of a name's addresses is not public. */
function onlyPublic(lookup: LookupFunction): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      const addresses = typeof found === 'string' ? [] : found;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new NotPublicError(), '', 0);
      if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}
