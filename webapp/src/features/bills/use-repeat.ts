import { useEffect, useEffectEvent, useState } from 'react';

/** Reviews a repeated purchase as soon as its data has loaded. Returns the function that starts it. */
export function useRepeat(ready: boolean, review: () => unknown): () => void {
  const [wanted, setWanted] = useState(false);
  const run = useEffectEvent(review);
  useEffect(() => {
    if (!wanted || !ready) return;
    setWanted(false);
    void run();
  }, [wanted, ready]);
  return () => setWanted(true);
}
