import type { Me } from '@soulsight/contract/profile';
import { isFieldVisible, REVEAL_STAGES, revealStage } from '@soulsight/contract/reveal-stages';
import { useState } from 'react';
import { RevealedProfile } from '../../features/reveal/components/revealed-profile.tsx';
import { STAGES } from '../../features/reveal/reveal.copy.ts';
import { usePhoto } from '../../lib/photos/use-photo.ts';
import { AuraFrame } from '../../ui/aura/aura-frame.tsx';
import { Card, CardTitle } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';

const OWN = REVEAL_STAGES.length - 1;
/** The server blurs the photo for others; this is about how much. */
const BLURS = { silhouette: 'blur(18px)', glimpse: 'blur(6px)', original: 'none' };

/** The user's own profile, as a match sees it at each stage of the reveal. */
export function SeenByOthers({ me }: { me: Me }) {
  const [stage, setStage] = useState(0);
  const shown = revealStage(stage);
  const visible = <T,>(field: Parameters<typeof isFieldVisible>[0], value: T) =>
    isFieldVisible(field, stage) ? value : undefined;
  const person = {
    stage,
    alias: 'A name like “Coral Bay”',
    first_name: visible('first_name', me.firstName ?? undefined),
    prompts: visible('prompts', me.prompts),
    interests: visible('interests', me.interests),
    work: visible('work', me.work),
  };
  return (
    <Card className="flex flex-col gap-6">
      <div>
        <CardTitle>As others see you</CardTitle>
        <p className="text-ink-soft">Each stage unlocks only when you both want it.</p>
      </div>
      <Chips
        label="Stage"
        className="-mx-1 flex-wrap"
        value={shown.id}
        onChange={(id) => setStage(REVEAL_STAGES.findIndex((one) => one.id === id))}
        options={REVEAL_STAGES.map(({ id }) => ({ value: id, label: STAGES[id].name }))}
      />
      <div className="flex flex-col items-center gap-5 text-center">
        <Figure me={me} stage={stage} />
        <div className="flex flex-col gap-1">
          <p className="display text-2xl">{person.first_name ?? person.alias}</p>
          <p className="text-sm text-ink-faint">{STAGES[shown.id].opens}</p>
        </div>
      </div>
      <RevealedProfile person={person} />
    </Card>
  );
}

function Figure({ me, stage }: { me: Me; stage: number }) {
  const photo = usePhoto(me.photos[0], OWN);
  const { photo: variant } = revealStage(stage);
  return (
    <AuraFrame aura={me.aura} stage={stage} size={208}>
      {variant && photo && (
        <img src={photo} alt="" className="size-full scale-110 object-cover" style={{ filter: BLURS[variant] }} />
      )}
    </AuraFrame>
  );
}
