import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { configurationQuery } from '@/api/configuration';
import { applyBrand } from './theme';

/** Puts the tenant's colours on the page as soon as they are known. */
export function Brand() {
  const colours = useQuery(configurationQuery).data?.colours;
  useEffect(() => {
    if (colours) applyBrand(colours);
  }, [colours]);
  return null;
}
