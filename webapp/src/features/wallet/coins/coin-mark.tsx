import { classes } from '@/lib/classes';

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

/** A change within a day; its sign says what its colour says. */
export function Change({ percent }: { percent: string | null }) {
  if (percent === null) return null;
  const falls = percent.startsWith('-');
  return (
    <span
      className={classes('figures ms-auto text-xs font-semibold', falls ? 'text-negative' : 'text-positive')}
    >
      <span className="sr-only">{falls ? 'down' : 'up'} within a day </span>
      <bdi dir="ltr">
        {falls ? '' : '+'}
        {percent}%
      </bdi>
    </span>
  );
}
