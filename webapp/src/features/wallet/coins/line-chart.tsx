import type { PointerEvent } from 'react';
import { classes } from '@/lib/classes';

interface Props {
  /** Coordinates of a drawing, so floats are precise enough. */
  values: number[];
  falls: boolean;
  /** The place under the finger or the mouse, if any. */
  at: number | null;
  onAt: (index: number | null) => void;
}

const WIDTH = 320;
const HEIGHT = 160;
const GAP = 8;

/** A filled line from the lowest to the highest value. Its figures are in the table beside it. */
export function LineChart({ values, falls, at, onAt }: Props) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const last = Math.max(values.length - 1, 1);
  const x = (index: number) => (index / last) * WIDTH;
  const y = (value: number) => GAP + (1 - (value - low) / span) * (HEIGHT - 2 * GAP);
  const line = values.map((value, index) => `${x(index)} ${y(value)}`).join('L');
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const along = Math.min(Math.max((clientX - left) / Math.max(width, 1), 0), 1);
    onAt(Math.round(along * (values.length - 1)));
  };
  const value = at === null ? undefined : values[at];
  return (
    <div
      aria-hidden
      dir="ltr"
      className={classes('relative touch-pan-y', falls ? 'text-negative' : 'text-positive')}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={() => onAt(null)}
      onPointerCancel={() => onAt(null)}
    >
      <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="h-44 w-full">
        <path d={`M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="currentColor" opacity="0.14" />
        <path
          d={`M${line}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {at !== null && value !== undefined && (
        <span
          className="pointer-events-none absolute size-3 -translate-1/2 rounded-full border-2 border-raised bg-current"
          style={{ left: `${(x(at) / WIDTH) * 100}%`, top: `${(y(value) / HEIGHT) * 100}%` }}
        />
      )}
    </div>
  );
}
