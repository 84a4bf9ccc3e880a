import { TAGLINE } from '@soulsight/contract/product';
import { useTitle } from '../../lib/hooks/use-title.ts';
import { useSession } from '../../lib/session/session.ts';
import { AuraMaker } from './components/aura-maker.tsx';
import { Closing, Numbers, Premium, Privacy } from './components/facts.tsx';
import { Hero } from './components/hero.tsx';
import { RevealScene } from './components/reveal-scene.tsx';
import { Scenes } from './components/scenes.tsx';

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

LandingScreen.description =
  'Soulsight pairs people by how they behave. You talk first, your profile grows from real conversations, and faces come last, once you both want it.';
