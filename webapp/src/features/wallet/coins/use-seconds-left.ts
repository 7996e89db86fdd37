import { useEffect, useState } from 'react';

/** A number of seconds from a moment of `performance.now()`, independent of the device's clock. */
export interface Span {
  seconds: number;
  from: number;
}

const leftOf = ({ seconds, from }: Span): number =>
  Math.max(0, Math.ceil(seconds - (performance.now() - from) / 1000));

/** Whole seconds until a span is over, counted down. For display: the server decides what still holds. */
export function useSecondsLeft({ seconds, from }: Span): number {
  const [left, setLeft] = useState(() => leftOf({ seconds, from }));
  useEffect(() => {
    const count = () => setLeft(leftOf({ seconds, from }));
    count();
    const ticking = setInterval(count, 500);
    return () => clearInterval(ticking);
  }, [seconds, from]);
  return left;
}
