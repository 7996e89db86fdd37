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
