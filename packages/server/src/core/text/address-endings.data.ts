import TLDS from 'tlds' with { type: 'json' };

/** The top-level domains of the internet, from the list of IANA. */
export const ADDRESS_ENDINGS: ReadonlySet<string> = new Set(TLDS);
