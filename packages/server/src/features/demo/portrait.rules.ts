import { seededRandom } from '@soulsight/contract/seeded-random';
import { pick } from './random.rules.ts';

const SKINS = ['#f6d7c3', '#eec1a2', '#d9a17c', '#b97b55', '#8d5a3b', '#5f3a27'] as const;
const HAIRS = ['#1d1613', '#3b2417', '#6b4226', '#a8743f', '#d8b072', '#7a2f1c', '#8f8a86'] as const;
const SHIRTS = ['#33526b', '#7a3b3f', '#46623f', '#c9a24c', '#5b4a73', '#d8d2c6', '#2b2b33', '#9c5c3a'] as const;
const GROUNDS = [
  ['#f0c9a0', '#c9705a'],
  ['#a9c7d9', '#41607c'],
  ['#d9d3a9', '#7c8a4e'],
  ['#e3b5c4', '#7d4863'],
  ['#cfd8e6', '#6d7796'],
] as const;

interface Look {
  skin: string;
  hair: string;
  shirt: string;
  ground: readonly [string, string];
  style: number;
  faceWidth: number;
  eyeGap: number;
  smile: number;
  browTilt: number;
  beard: boolean;
  glasses: boolean;
  freckles: boolean;
}

/** A drawn portrait as SVG, 800 by 1000. Other variants show the same face with another shirt, background and tilt. */
export function portraitSvg(seed: number, gender: 'woman' | 'man' | 'nonbinary', variant: number): string {
  const random = seededRandom(seed);
  const look: Look = {
    skin: pick(SKINS, random),
    hair: pick(HAIRS, random),
    shirt: pick(SHIRTS, random),
    ground: pick(GROUNDS, random),
    style: Math.floor(random() * 3) + (gender === 'woman' ? 3 : gender === 'man' ? 0 : 1),
    faceWidth: 150 + random() * 22,
    eyeGap: 62 + random() * 14,
    smile: 14 + random() * 26,
    browTilt: (random() - 0.5) * 14,
    beard: gender === 'man' && random() < 0.4,
    glasses: random() < 0.25,
    freckles: random() < 0.25,
  };
  const light = seededRandom(seed + variant * 977);
  const worn = variant === 0 ? look : { ...look, shirt: pick(SHIRTS, light), ground: pick(GROUNDS, light) };
  return draw(worn, (light() - 0.5) * 8);
}

function draw(look: Look, tilt: number): string {
  const shade = 'rgba(60,20,10,0.16)';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="1000" viewBox="0 0 800 1000">
<defs>
<linearGradient id="ground" x1="0" y1="0" x2="0.4" y2="1"><stop offset="0" stop-color="${look.ground[0]}"/><stop offset="1" stop-color="${look.ground[1]}"/></linearGradient>
<radialGradient id="glow" cx="0.3" cy="0.25" r="0.9"><stop offset="0" stop-color="#fff" stop-opacity="0.5"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
<filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
</defs>
<rect width="800" height="1000" fill="url(#ground)"/><rect width="800" height="1000" fill="url(#glow)"/>
<g transform="rotate(${tilt.toFixed(1)} 400 620)">
${hairBehind(look)}
<path d="M110 1010 Q130 800 310 765 L490 765 Q670 800 690 1010Z" fill="${look.shirt}"/>
<path d="M330 640 L330 775 Q400 845 470 775 L470 640Z" fill="${look.skin}"/>
<path d="M330 690 Q400 770 470 690 L470 730 Q400 800 330 730Z" fill="${shade}" filter="url(#soft)"/>
<ellipse cx="400" cy="490" rx="${look.faceWidth.toFixed(0)}" ry="205" fill="${look.skin}"/>
<ellipse cx="${400 - look.faceWidth}" cy="505" rx="22" ry="38" fill="${look.skin}"/><ellipse cx="${400 + look.faceWidth}" cy="505" rx="22" ry="38" fill="${look.skin}"/>
<ellipse cx="315" cy="565" rx="42" ry="26" fill="#d2553f" opacity="0.2" filter="url(#soft)"/><ellipse cx="485" cy="565" rx="42" ry="26" fill="#d2553f" opacity="0.2" filter="url(#soft)"/>
<path d="M520 350 Q600 520 470 690 Q560 640 572 500Z" fill="${shade}" filter="url(#soft)"/>
${beard(look)}${eyes(look)}
<path d="M398 500 Q382 560 392 572 Q404 582 420 570" fill="none" stroke="rgba(80,30,15,0.45)" stroke-width="6" stroke-linecap="round"/>
<path d="M340 ${625 - look.smile / 4} Q400 ${625 + look.smile} 460 ${625 - look.smile / 4}" fill="none" stroke="#9c3f3a" stroke-width="10" stroke-linecap="round"/>
${look.freckles ? freckles() : ''}${hairFront(look)}${look.glasses ? glasses(look) : ''}
</g></svg>`;
}

function eyes({ eyeGap, browTilt, hair }: Look): string {
  return [-1, 1]
    .map((side) => {
      const x = 400 + side * eyeGap;
      const lift = side * browTilt;
      return `<ellipse cx="${x}" cy="492" rx="26" ry="15" fill="#fdfaf6"/><circle cx="${x}" cy="492" r="13" fill="#4a3222"/><circle cx="${x}" cy="492" r="6.5" fill="#120b08"/><circle cx="${x + 4}" cy="487" r="3.5" fill="#fff"/><path d="M${x - 28} 488 Q${x} 468 ${x + 28} 488" fill="none" stroke="#2a1a12" stroke-width="5" stroke-linecap="round"/><path d="M${x - 34} ${448 + lift} Q${x} ${430} ${x + 34} ${448 - lift}" fill="none" stroke="${hair}" stroke-width="10" stroke-linecap="round"/>`;
    })
    .join('');
}

function hairBehind({ style, hair, faceWidth: w }: Look): string {
  if (style < 2) return '';
  const length = style >= 4 ? 860 : 690;
  return `<path d="M${380 - w} 420 Q${370 - w} 220 400 235 Q${430 + w} 220 ${420 + w} 420 Q${450 + w} 640 ${430 + w} ${length} L${370 - w} ${length} Q${350 - w} 640 ${380 - w} 420Z" fill="${hair}"/>`;
}

function hairFront({ style, hair, faceWidth: w }: Look): string {
  const left = 400 - w - 12;
  const right = 400 + w + 12;
  const fringe =
    style % 3 === 0
      ? `Q400 330 ${right - 20} 430`
      : style % 3 === 1
        ? `Q330 350 300 400 Q420 330 ${right - 16} 450`
        : `Q360 390 480 340 Q560 370 ${right - 14} 440`;
  return `<path d="M${left + 8} 470 Q${left - 26} 250 400 232 Q${right + 26} 250 ${right - 8} 470 Q${right - 12} 440 ${right - 20} 420 ${fringe} Q${right - 60} 360 400 352 Q${left + 60} 360 ${left + 20} 430Z" fill="${hair}"/>`;
}

function beard({ beard: grown, hair, faceWidth: w }: Look): string {
  if (!grown) return '';
  return `<path d="M${400 - w + 4} 540 Q${400 - w + 16} 700 400 708 Q${400 + w - 16} 700 ${400 + w - 4} 540 Q${400 + w - 50} 600 460 590 Q400 575 340 590 Q${400 - w + 50} 600 ${400 - w + 4} 540Z" fill="${hair}" opacity="0.92"/>`;
}

function freckles(): string {
  const spots = [318, 545, 340, 560, 330, 572, 470, 548, 452, 562, 488, 566, 360, 548, 440, 550];
  return spots
    .flatMap((x, i) =>
      i % 2 === 0 ? [`<circle cx="${x}" cy="${spots[i + 1]}" r="3.4" fill="#8a4b2c" opacity="0.5"/>`] : [],
    )
    .join('');
}

function glasses({ eyeGap }: Look): string {
  const ring = (x: number) =>
    `<circle cx="${x}" cy="494" r="46" fill="rgba(255,255,255,0.12)" stroke="#26201d" stroke-width="7"/>`;
  return `${ring(400 - eyeGap)}${ring(400 + eyeGap)}<path d="M${400 - eyeGap + 45} 488 Q400 474 ${400 + eyeGap - 45} 488" fill="none" stroke="#26201d" stroke-width="7"/>`;
}
