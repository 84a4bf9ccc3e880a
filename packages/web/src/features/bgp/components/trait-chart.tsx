import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import type { BgpProfile } from '@soulsight/contract/bgp';
import { TRAIT_GROUPS, type Trait, traitLabel } from '@soulsight/contract/traits';
import { cx } from 'class-variance-authority';
import { useState } from 'react';
import { Aura } from '../../../ui/aura/aura.tsx';
import { isKnown } from '../bgp.rules.ts';

type Reading = BgpProfile['readings'][number];

const CENTRE = 200;
const INNER = 46;
const OUTER = 186;
const TONES = ['text-accent-text', 'text-bad', 'text-mist', 'text-gold'] as const;

/** The SVG path of a petal. `angle` and `halfWidth` are in radians, `value` is 0 to 100. */
function petalPath(angle: number, value: number, halfWidth: number): string {
  const tip = INNER + ((OUTER - INNER) * value) / 100;
  const belly = INNER + (tip - INNER) * 0.62;
  const at = (radius: number, turn: number) =>
    `${(CENTRE + radius * Math.sin(angle + turn)).toFixed(1)} ${(CENTRE - radius * Math.cos(angle + turn)).toFixed(1)}`;
  return `M${at(INNER, 0)} Q${at(belly, -halfWidth * 1.5)} ${at(tip, 0)} Q${at(belly, halfWidth * 1.5)} ${at(INNER, 0)}Z`;
}

function describeConfidence(confidence: number): string {
  if (confidence < 0.15) return 'a first estimate';
  if (confidence < 0.45) return 'a rough idea';
  return confidence < 0.7 ? 'fairly clear' : 'clear';
}

function describeReading(reading: Reading): string {
  if (!isKnown(reading)) return `${traitLabel(reading.trait)}: not known yet`;
  return `${traitLabel(reading.trait)}: ${Math.round(reading.value)} of 100, ${describeConfidence(reading.confidence)}`;
}

/**
 * Traits as petals around the user's aura: longer is a higher value, more solid is more certain. A trait of which nothing is
 * known has no petal. The list has the same data as text.
 */
export function TraitChart({ readings, aura }: { readings: readonly Reading[]; aura: AuraTraits }) {
  const [chosen, setChosen] = useState<Trait | null>(null);
  const byTrait = new Map(readings.map((reading) => [reading.trait, reading]));
  const groups = TRAIT_GROUPS.map((group, index) => ({
    ...group,
    tone: TONES[index % TONES.length],
    readings: group.traits.flatMap((trait) => byTrait.get(trait) ?? []),
  })).filter((group) => group.readings.length > 0);
  const ordered = groups.flatMap((group) => group.readings.map((reading) => ({ reading, tone: group.tone })));
  const step = (2 * Math.PI) / Math.max(1, ordered.length);
  const shown = chosen ? byTrait.get(chosen) : undefined;

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,26rem)_1fr]">
      <figure className="mx-auto w-full max-w-104">
        <div className="relative">
          <div className="absolute inset-0 grid place-items-center">
            <Aura aura={aura} className="w-[34%]" />
          </div>
          <svg
            viewBox="0 0 400 400"
            className="relative"
            role="img"
            aria-label="Your traits as a flower; the list beside it names each"
          >
            {[25, 50, 75, 100].map((ring) => (
              <circle
                key={ring}
                cx={CENTRE}
                cy={CENTRE}
                r={INNER + ((OUTER - INNER) * ring) / 100}
                fill="none"
                stroke="var(--line)"
                strokeDasharray="2 6"
              />
            ))}
            {ordered.map(
              ({ reading, tone }, index) =>
                isKnown(reading) && (
                  <path
                    key={reading.trait}
                    d={petalPath(index * step, reading.value, step / 2)}
                    className={cx(
                      tone,
                      'cursor-pointer transition-opacity duration-200',
                      chosen && chosen !== reading.trait && 'opacity-35',
                    )}
                    fill="currentColor"
                    fillOpacity={0.14 + 0.7 * reading.confidence}
                    stroke="currentColor"
                    strokeOpacity={0.7}
                    onPointerEnter={() => setChosen(reading.trait)}
                    onPointerLeave={() => setChosen(null)}
                  />
                ),
            )}
          </svg>
        </div>
        <figcaption className="min-h-6 text-center text-sm text-ink-soft" aria-live="polite">
          {shown ? describeReading(shown) : 'Longer means more. More solid means more certain.'}
        </figcaption>
      </figure>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className={cx('mb-2 px-2 text-sm font-medium', group.tone)}>{group.title}</h2>
            <ul className="flex flex-col">
              {group.readings.map((reading) => (
                <TraitRow
                  key={reading.trait}
                  reading={reading}
                  tone={group.tone}
                  chosen={chosen === reading.trait}
                  onChoose={setChosen}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

interface TraitRowProps {
  reading: Reading;
  tone: string | undefined;
  chosen: boolean;
  onChoose: (trait: Trait | null) => void;
}

function TraitRow({ reading, tone, chosen, onChoose }: TraitRowProps) {
  return (
    <li
      className={cx('flex flex-col gap-1 rounded-sm px-2 py-1.5 transition', chosen && 'bg-raised')}
      onPointerEnter={() => onChoose(reading.trait)}
      onPointerLeave={() => onChoose(null)}
    >
      <span className="flex justify-between gap-3 text-sm">
        <span>{traitLabel(reading.trait)}</span>
        <span className="text-ink-faint tabular-nums">
          {isKnown(reading) ? (
            <>
              {Math.round(reading.value)}
              <span className="sr-only">, {describeConfidence(reading.confidence)}</span>
            </>
          ) : (
            'Not known yet'
          )}
        </span>
      </span>
      <span aria-hidden className="h-1 overflow-hidden rounded-full bg-line">
        {isKnown(reading) && (
          <span
            className={cx('block h-full rounded-full bg-current', tone)}
            style={{ width: `${reading.value}%`, opacity: 0.25 + 0.75 * reading.confidence }}
          />
        )}
      </span>
    </li>
  );
}
