import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import { Shuffle } from 'lucide-react';
import { useState } from 'react';
import { Aura } from '../../../ui/aura/aura.tsx';
import { Button } from '../../../ui/button.tsx';
import { Slider } from '../../../ui/slider.tsx';
import { MAKER } from '../landing.copy.ts';

type Dial = 'energy' | 'clarity' | 'warmth';
const DIALS: readonly Dial[] = ['energy', 'clarity', 'warmth'];
const FIRST: AuraTraits = { seed: 88_172, hues: [318, 352, 268], energy: 0.45, clarity: 0.6, depth: 0.9, warmth: 0.7 };

function randomAura(): AuraTraits {
  const hue = Math.random() * 360;
  const turn = () => 24 + Math.random() * 44;
  return {
    seed: Math.floor(Math.random() * 0xffffffff),
    hues: [hue, (hue + turn()) % 360, (hue - turn() + 360) % 360],
    energy: Math.random(),
    clarity: Math.random(),
    depth: 0.5 + Math.random() / 2,
    warmth: Math.random(),
  };
}

/** Sliders that change the values an aura is drawn from. */
export function AuraMaker() {
  const [aura, setAura] = useState(FIRST);
  return (
    <section className="wide-x mx-auto grid max-w-7xl items-center gap-x-16 gap-y-8 py-20 md:grid-cols-2 md:py-28">
      <Aura
        aura={aura}
        label="An aura, drawn from the choices beside it"
        className="mx-auto block w-full max-w-[34rem]"
      />
      <div className="flex flex-col gap-6">
        <h2 className="display text-4xl">{MAKER.title}</h2>
        <p className="max-w-lg text-lg text-ink-soft">{MAKER.lead}</p>
        <div className="flex max-w-md flex-col gap-2 pt-2">
          {DIALS.map((dial) => (
            <Slider
              key={dial}
              label={MAKER[dial].label}
              min={0}
              max={100}
              value={Math.round(aura[dial] * 100)}
              format={(value) => (value < 34 ? MAKER[dial].low : value > 66 ? MAKER[dial].high : 'in between')}
              onChange={(value) => setAura({ ...aura, [dial]: value / 100 })}
            />
          ))}
        </div>
        <Button
          variant="secondary"
          className="self-start"
          icon={<Shuffle aria-hidden className="size-4" />}
          onClick={() => setAura(randomAura())}
        >
          {MAKER.another}
        </Button>
      </div>
    </section>
  );
}
