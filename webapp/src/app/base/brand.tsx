import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { configurationQuery } from '@/api/configuration';
import type { Elements } from '@/lib/elements';
import { applyBrand } from '@/ui/theme';

/** The page appears in the default colours if the tenant's have not arrived by then. */
const LONGEST_WAIT_MS = 5000;

/** Paints the page in the tenant's colours. Nothing is shown before they are known. */
export function Brand({ children }: { children: Elements }) {
  const { data, fetchStatus } = useQuery(configurationQuery);
  const [isOverdue, setIsOverdue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOverdue(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const colours = data?.colours;
  // Before the browser paints, so that the first frame of the page has the colours.
  useLayoutEffect(() => {
    if (colours) applyBrand(colours);
  }, [colours]);
  // Not `fetching`: the request has failed after its retries, or the browser is offline.
  return data === undefined && fetchStatus === 'fetching' && !isOverdue ? null : children;
}
