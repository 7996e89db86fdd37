import type { GoalKind } from './goals';

interface Drawing {
  /** The filled shape. */
  shape: string;
  /** The lines. */
  lines: string;
  /** The brand's dot. */
  dot: readonly [number, number, number];
}

/** Each drawing is made of the brand's ring and dot: one shape, its lines, and the dot where the eye goes. */
const DRAWINGS: Record<GoalKind, Drawing> = {
  rent: {
    shape: 'M10 22 24 10 38 22V39H10Z',
    lines: 'M5 25 24 9 43 25M10 22V39H38V22M20 39V29A4 4 0 0 1 28 29V39',
    dot: [37, 10, 4.5],
  },
  school_fees: {
    shape: 'M13 22V33C13 36 18 39 24 39S35 36 35 33V22L24 28Z',
    lines: 'M4 19 24 10 44 19 24 28ZM13 23V33C13 36 18 39 24 39S35 36 35 33V23M43 20V29',
    dot: [43, 34, 4.5],
  },
  gadget: {
    shape: 'M18 5H30A4 4 0 0 1 34 9V39A4 4 0 0 1 30 43H18A4 4 0 0 1 14 39V9A4 4 0 0 1 18 5Z',
    lines:
      'M18 5H30A4 4 0 0 1 34 9V39A4 4 0 0 1 30 43H18A4 4 0 0 1 14 39V9A4 4 0 0 1 18 5ZM21 11H27M39 14A14 14 0 0 1 39 28M9 14A14 14 0 0 0 9 28',
    dot: [24, 36, 3.5],
  },
  travel: {
    shape: 'M5 24 43 8 31 40 23 30Z',
    lines: 'M5 24 43 8 31 40 23 30ZM23 30 43 8M23 30V39',
    dot: [11, 38, 4.5],
  },
  detty_december: {
    shape: 'M7 42 17 19 30 32Z',
    lines: 'M7 42 17 19 30 32ZM23 17C23 12 26 8 31 8M32 26C37 26 41 23 41 18M27 22 37 12M15 7V9M43 31H41',
    dot: [39, 9, 4.5],
  },
  emergency: {
    shape: 'M5 26A19 19 0 0 1 43 26Z',
    lines:
      'M5 26A19 19 0 0 1 43 26ZM24 7V4M24 26V37A4.5 4.5 0 0 1 15 37M17 26C17 17 20 10 24 7C28 10 31 17 31 26',
    dot: [36, 37, 4.5],
  },
  other: {
    shape: 'M24 16A8 8 0 1 1 24 32 8 8 0 1 1 24 16Z',
    lines: 'M24 6A18 18 0 1 1 24 42 18 18 0 1 1 24 6ZM24 16A8 8 0 1 1 24 32 8 8 0 1 1 24 16Z',
    dot: [37, 11, 5],
  },
};

/** The drawing of a goal, in the brand's colours. */
export function GoalArt({ kind, className }: { kind: GoalKind; className?: string }) {
  const { shape, lines, dot } = DRAWINGS[kind];
  const [x, y, radius] = dot;
  return (
    <svg aria-hidden viewBox="0 0 48 48" className={className}>
      <path d={shape} className="fill-current opacity-15" />
      <path
        d={lines}
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="fill-none stroke-current"
      />
      <circle cx={x} cy={y} r={radius} className="fill-accent-second" />
    </svg>
  );
}
