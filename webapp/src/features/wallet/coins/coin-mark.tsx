import { classes } from '@/lib/classes';
import { directionOf } from '@/lib/direction';

/** A coin's mark: the first letters of its symbol. Pictures of coins would come from another host. */
export function CoinMark({ symbol, className }: { symbol: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        'roomy grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-bold',
        className,
      )}
    >
      {symbol.slice(0, 2)}
    </span>
  );
}

const COLOURS = { up: 'text-positive', down: 'text-negative', same: 'text-muted' };
const WORDS = { up: 'up within a day ', down: 'down within a day ', same: 'unchanged within a day ' };

/** A change within a day; its sign says what its colour says. */
export function Change({ percent }: { percent: string | null }) {
  if (percent === null) return null;
  const direction = directionOf(percent);
  return (
    <span className={classes('figures ms-auto text-xs font-semibold', COLOURS[direction])}>
      <span className="sr-only">{WORDS[direction]}</span>
      <bdi dir="ltr">
        {direction === 'up' && '+'}
        {direction === 'same' ? percent.replace('-', '') : percent}%
      </bdi>
    </span>
  );
}
