import { isLoopbackAddress } from '../../../core/config/is-local.ts';
import { toNetwork } from '../../../core/http/address.ts';
import { toEmailKey, toPhoneKey } from '../blocks/contact.rules.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import type { Mark, MarkState } from './marks.store.ts';

/** The marks of what an account has or where it was. */
export function createMarkDigests(digest: SafetyDeps['digest']) {
  function toAddressMarks({ email, phones }: MarkState['addresses']): Mark[] {
    const marks: Mark[] = phones.map((phone) => ({ kind: 'phone', digest: digest(toPhoneKey(phone)) }));
    return email ? [...marks, { kind: 'email', digest: digest(toEmailKey(email)) }] : marks;
  }

  /** A loopback address says nothing about anybody. There is no identifier in the browser: a device is a browser version in a network. */
  function toSignInMark({ ip, userAgent }: MarkState['signIns'][number]): Mark[] {
    if (isLoopbackAddress(ip)) return [];
    const network = toNetwork(ip);
    const marks: Mark[] = [{ kind: 'network', digest: digest(`network\0${network}`) }];
    if (userAgent) marks.push({ kind: 'device', digest: digest(`device\0${network}\0${userAgent}`) });
    return marks;
  }

  return {
    toAddressMarks,
    toSignInMarks: (signIns: MarkState['signIns']): Mark[] => signIns.flatMap(toSignInMark),
    /** By the parts of its fingerprint, so that a copy with small changes still has some of them. */
    toPhotoMarks: (fingerprint: readonly string[]): Mark[] =>
      fingerprint.map((part, n) => ({ kind: 'photo', digest: digest(`photo\0${n}\0${part}`) })),
  };
}

/** Whether an account has these marks and no others of its addresses, and none of a banned person. */
export function isMarked({ fresh, sharesWithBanned }: MarkState, wanted: readonly Mark[]): boolean {
  const [have, want] = [new Set(fresh.map(toKey)), new Set(wanted.map(toKey))];
  const addresses = fresh.filter(({ kind }) => kind === 'email' || kind === 'phone');
  return (
    !sharesWithBanned && [...want].every((key) => have.has(key)) && addresses.every((mark) => want.has(toKey(mark)))
  );
}

function toKey({ kind, digest }: Mark): string {
  return `${kind} ${digest}`;
}
