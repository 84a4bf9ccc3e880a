import { TAGLINE } from '@soulsight/contract/product';
import { AuraMaker } from '../features/landing/components/aura-maker.tsx';
import { Closing, Numbers, Premium, Privacy } from '../features/landing/components/facts.tsx';
import { Hero } from '../features/landing/components/hero.tsx';
import { RevealScene } from '../features/landing/components/reveal-scene.tsx';
import { Scenes } from '../features/landing/components/scenes.tsx';
import { useSession } from '../lib/session.ts';
import { useTitle } from '../lib/use-title.ts';

export function LandingScreen() {
  useTitle(TAGLINE);
  const signedIn = useSession().status === 'signed_in';
  return (
    <div className="-mt-16">
      <Hero signedIn={signedIn} />
      <AuraMaker />
      <Scenes />
      <RevealScene />
      <Numbers />
      <Privacy />
      <Premium />
      <Closing signedIn={signedIn} />
    </div>
  );
}
