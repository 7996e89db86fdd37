import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { configurationQuery } from '@/api/configuration';
import { applyBrand } from './theme';

/** Applies the tenant's colours as soon as they are known. */
export function Brand() {
  const colours = useQuery(configurationQuery).data?.colours;
  useEffect(() => {
    if (colours) applyBrand(colours);
  }, [colours]);
  return null;
}
