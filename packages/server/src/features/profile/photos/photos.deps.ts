import type { PairFacts } from '../../match/pair-facts.service.ts';
import type { TrustService } from '../../trust/trust.service.ts';

/** The services that photos use. */
export interface PhotosDeps {
  pairs: Pick<PairFacts, 'stageBetween'>;
  trust: Pick<TrustService, 'photosChanged' | 'readSelfie'>;
}
