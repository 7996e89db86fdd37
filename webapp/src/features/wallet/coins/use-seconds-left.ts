import { useEffect, useState } from 'react';

const secondsTo = (instant: string): number =>
  Math.max(0, Math.ceil((new Date(instant).getTime() - Date.now()) / 1000));

/** Whole seconds until an instant, counted down. For display: the server decides what still holds. */
export function useSecondsLeft(instant: string): number {
  const [left, setLeft] = useState(() => secondsTo(instant));
  useEffect(() => {
    setLeft(secondsTo(instant));
    const ticking = setInterval(() => setLeft(secondsTo(instant)), 500);
    return () => clearInterval(ticking);
  }, [instant]);
  return left;
}
