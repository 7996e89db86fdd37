import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

/** An arc of the ring in parts of a turn, clockwise from the top. */
function Arc({ part = 1, from = 0, drawn }: { part?: number; from?: number; drawn?: boolean | undefined }) {
  return (
    <circle
      cx="60"
      cy="60"
      r="40"
      pathLength={1}
      strokeDasharray={`${part} 1`}
      transform={`rotate(${from * 360 - 90} 60 60)`}
      className={classes(drawn && 'ring-drawn')}
    />
  );
}

/** The part of the ring that is still open. */
const Track = () => <circle cx="60" cy="60" r="40" className="opacity-15" />;

const Dot = ({ x, y, r = 9 }: { x: number; y: number; r?: number }) => (
  <circle cx={x} cy={y} r={r} className="fill-accent-second" stroke="none" />
);

/** Places of the sparks around a reached goal. */
const SPARKS = [
  [12, 34, 4],
  [24, 12, 3],
  [108, 34, 4],
  [97, 12, 3],
  [8, 66, 3],
  [112, 66, 3],
] as const;

const DRAWINGS = {
  /** A ring that has only begun. */
  'nothing-yet': () => (
    <>
      <Track />
      <Arc part={0.12} />
      <Dot x={86} y={29} />
    </>
  ),
  /** A lens with nothing in it; the dot lies beside it. */
  'nothing-found': () => (
    <>
      <circle cx="52" cy="52" r="36" />
      <path d="M78 78l24 24" />
      <path d="M34 48a19 19 0 0 1 15-15" className="opacity-40" strokeWidth="6" />
      <Dot x={105} y={42} />
    </>
  ),
  /** A ring with a gap: the dot has come away. */
  offline: () => (
    <>
      <Arc part={0.72} from={0.26} />
      <Dot x={97} y={23} />
      <path d="M74 34l6-7M86 46l7-6" className="opacity-40" strokeWidth="5" />
    </>
  ),
  /** A question mark of ring and dot. */
  'not-found': () => (
    <>
      <path d="M34 46a26 26 0 1 1 39 22.5c-8.5 5-13 9-13 18" />
      <Dot x={60} y={106} />
    </>
  ),
  done: ({ drawn }: Parts) => (
    <>
      <Arc drawn={drawn} />
      <path d="M43 61l12 12 23-26" />
      <Dot x={88} y={32} />
    </>
  ),
  /** A whole ring around a flag. */
  'goal-reached': ({ drawn }: Parts) => (
    <>
      <Arc drawn={drawn} />
      <path d="M52 79V44" strokeWidth="6" />
      <path d="M52 44l22 8.5-22 8.5z" strokeWidth="5" className="fill-current" />
      <Dot x={60} y={20} />
      {SPARKS.map(([x, y, r]) => (
        <Dot key={`${x} ${y}`} x={x} y={y} r={r} />
      ))}
    </>
  ),
} as const;

export type DrawingName = keyof typeof DRAWINGS;

interface Parts {
  /** The ring closes on arrival. */
  drawn?: boolean | undefined;
}

interface Props extends Parts {
  of: DrawingName;
  className?: string;
  /** An icon for the centre of an empty ring. */
  children?: Elements | undefined;
}

/** One of six drawings made of the brand's ring and dot, in the brand's colours. The text beside it says what it shows. */
export function Drawing({ of, drawn, className, children }: Props) {
  const Content = DRAWINGS[of];
  return (
    <span
      aria-hidden
      className={classes('inline-grid size-30 place-items-center text-accent-text', className)}
    >
      <svg
        aria-hidden
        viewBox="0 0 120 120"
        fill="none"
        stroke="currentColor"
        strokeWidth="9"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="col-start-1 row-start-1 size-full"
      >
        <Content drawn={drawn} />
      </svg>
      {children && <span className="col-start-1 row-start-1">{children}</span>}
    </span>
  );
}
