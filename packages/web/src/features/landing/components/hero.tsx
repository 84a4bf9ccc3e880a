import { useTrial } from '../../../lib/browser/trial.ts';
import { LOOK_AROUND_PATH, PATHS } from '../../../lib/paths.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { OTHER_AURA, WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { HERO } from '../landing.copy.ts';

/** Two auras behind the tagline; they move together as the visitor scrolls. */
export function Hero({ signedIn }: { signedIn: boolean }) {
  const isTrial = useTrial();
  return (
    <section className="relative isolate flex min-h-[calc(100svh-var(--cookie-bar,0px))] flex-col justify-end overflow-clip pt-20">
      <div aria-hidden className="hero-auras absolute inset-0 -z-10">
        <div className="hero-left absolute top-[max(4rem,calc(100%-30.7rem))] md:top-[42%] left-1/2 w-[min(96vw,46rem)]">
          <Aura aura={WELCOME_AURA} className="block w-full" />
        </div>
        <div className="hero-right absolute top-[max(4rem,calc(100%-30.7rem))] md:top-[42%] left-1/2 w-[min(88vw,42rem)] mix-blend-plus-lighter">
          <Aura aura={OTHER_AURA} className="block w-full" />
        </div>
        <div className="absolute inset-x-0 bottom-0 h-1/2 bg-gradient-to-t from-bg via-bg/70 to-transparent" />
      </div>
      <div className="wide-x mx-auto flex w-full max-w-7xl flex-col gap-7 pb-[clamp(1.5rem,5vh,6rem)]">
        <h1 className="display text-5xl">
          {HERO.first}
          <br />
          <em className="display-italic">{HERO.second}</em>
        </h1>
        <div className="flex flex-col gap-7 md:flex-row md:items-end md:justify-between">
          <p className="max-w-xl text-lg text-ink-soft">{HERO.lead}</p>
          {/* Both in one line, also on a phone. */}
          <div className="flex gap-3 max-[20rem]:flex-col">
            <ButtonLink to={signedIn ? PATHS.dashboard : PATHS.signUp} size="lg" className="max-sm:flex-1 max-sm:px-4">
              {signedIn ? HERO.open : HERO.join}
            </ButtonLink>
            {isTrial && !signedIn && (
              <ButtonLink to={LOOK_AROUND_PATH} size="lg" variant="secondary" className="max-sm:flex-1 max-sm:px-4">
                {HERO.lookAround}
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
