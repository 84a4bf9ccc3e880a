import { useId } from 'react';

/** A drawn face, to show a reveal without a real person. `blur` is in units of the SVG. */
export function Portrait({ blur }: { blur: number }) {
  const id = useId();
  const paint = (name: string) => `url(#${id}-${name})`;
  return (
    <svg aria-hidden viewBox="60 30 280 280" className="size-full">
      <defs>
        <linearGradient id={`${id}-sky`} x1="0.1" y1="0" x2="0.7" y2="1">
          <stop offset="0" stopColor="#ffe2bd" />
          <stop offset="0.5" stopColor="#f0ac84" />
          <stop offset="1" stopColor="#b9585a" />
        </linearGradient>
        <linearGradient id={`${id}-skin`} x1="0.1" y1="0.1" x2="1" y2="0.8">
          <stop offset="0" stopColor="#f3c4a2" />
          <stop offset="0.62" stopColor="#dd9f80" />
          <stop offset="1" stopColor="#b4715d" />
        </linearGradient>
        <linearGradient id={`${id}-hair`} x1="0" y1="0" x2="1" y2="0.7">
          <stop offset="0" stopColor="#6d3f33" />
          <stop offset="0.55" stopColor="#40262a" />
          <stop offset="1" stopColor="#2a191f" />
        </linearGradient>
        <radialGradient id={`${id}-cheek`}>
          <stop offset="0" stopColor="#d9685c" stopOpacity="0.42" />
          <stop offset="1" stopColor="#d9685c" stopOpacity="0" />
        </radialGradient>
        <filter id={`${id}-blur`} x="-30%" y="-30%" width="160%" height="160%">
          <feGaussianBlur stdDeviation={blur} />
        </filter>
      </defs>
      <g filter={blur > 0 ? paint('blur') : undefined}>
        <rect x="-40" y="-60" width="480" height="480" fill={paint('sky')} />
        <path
          d="M132 320c-30-44-34-118-14-166 16-40 48-62 86-62 42 0 72 24 86 66 16 52 8 116-18 162z"
          fill={paint('hair')}
        />
        <path d="M84 360c4-46 40-64 82-72h70c44 8 80 26 84 72z" fill="#4b4a5f" />
        <path d="M168 236h66v44c0 18-14 30-33 30s-33-12-33-30z" fill="#b87a63" />
        <path d="M142 168c0-46 24-70 60-70s60 24 60 70c0 50-26 96-60 96s-60-46-60-96z" fill={paint('skin')} />
        <circle cx="166" cy="208" r="20" fill={paint('cheek')} />
        <circle cx="238" cy="208" r="20" fill={paint('cheek')} />
        <path
          d="M132 190c-10-58 18-108 72-108 50 0 82 40 76 102-8-24-18-44-38-58-8-6-16-12-22-22-12 22-34 36-58 42-16 6-26 22-30 44z"
          fill={paint('hair')}
        />
        <g fill="none" stroke="#40262a" strokeLinecap="round">
          <path d="M160 163c8-6 18-7 27-3" strokeWidth="4" />
          <path d="M217 160c9-4 19-3 27 3" strokeWidth="4" />
          <path d="M202 178c-1 16 5 24 2 32-2 4-8 4-11 2" strokeWidth="2.4" opacity="0.4" />
        </g>
        <Eye x={175} />
        <Eye x={229} />
        <path d="M183 233c7-4 13-5 19-3 6-2 12-1 19 3-6 9-13 12-19 12s-13-3-19-12z" fill="#b4505a" />
        <path d="M183 233c12 3 26 3 38 0" fill="none" stroke="#7d2f3d" strokeWidth="1.8" strokeLinecap="round" />
      </g>
    </svg>
  );
}

function Eye({ x }: { x: number }) {
  return (
    <g transform={`translate(${x} 181)`}>
      <path d="M-13 2C-8-6 8-6 13 2 8 6-8 6-13 2z" fill="#fdf3ea" />
      <circle cy="0.6" r="5.4" fill="#5a4632" />
      <circle cy="0.6" r="2.4" fill="#1d1312" />
      <circle cx="1.8" cy="-1.2" r="1.3" fill="#fff" />
      <path d="M-14 2.5C-9-7 8-7 14 1" fill="none" stroke="#2a191f" strokeWidth="2.8" strokeLinecap="round" />
    </g>
  );
}
