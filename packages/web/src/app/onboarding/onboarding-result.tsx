import type { Me } from '@soulsight/contract/user';
import { traitLabel } from '../../features/bgp/bgp.copy.ts';
import { useBgpProfile } from '../../features/bgp/bgp.hooks.ts';
import { findStrengths } from '../../features/bgp/bgp.rules.ts';
import { PROFILE_COPY } from '../../features/profile/profile.copy.ts';
import { PATHS } from '../../lib/paths.ts';
import { Aura } from '../../ui/aura/aura.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';

const COPY = PROFILE_COPY.result;

/** The end of onboarding: the user's aura, what stands out in their answers, and the way to the first person. */
export function OnboardingResult({ me, onHome }: { me: Me; onHome: () => void }) {
  const strengths = findStrengths(useBgpProfile().profile?.readings ?? []);
  return (
    <section className="mx-auto flex max-w-xl animate-rise flex-col items-center gap-6 py-6 text-center">
      <Aura aura={me.aura} size={240} label="Your aura" />
      <h1 className="display text-4xl">{COPY.title(me.firstName)}</h1>
      <p className="text-lg text-balance text-ink-soft">{COPY.lead}</p>
      {strengths.length > 0 && (
        <div className="flex flex-col items-center gap-3">
          <h2 className="text-sm text-ink-faint">{COPY.strengths}</h2>
          <ul className="flex flex-wrap justify-center gap-2">
            {strengths.map((trait) => (
              <li key={trait}>
                <Badge tone="accent">{traitLabel(trait)}</Badge>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        {me.isVerified ? (
          <ButtonLink to={PATHS.matching} size="lg">
            {COPY.meet}
          </ButtonLink>
        ) : (
          <ButtonLink to={PATHS.verifyEmail} size="lg">
            {COPY.verify}
          </ButtonLink>
        )}
        <Button variant="ghost" size="lg" onClick={onHome}>
          {COPY.home}
        </Button>
      </div>
    </section>
  );
}
