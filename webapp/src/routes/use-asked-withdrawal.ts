import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Payee } from '@/features/wallet/flow';
import { beneficiariesQuery } from '@/features/wallet/queries';

const route = getRouteApi('/inside/dashboard');
const MOST = 50;

/** Handles `?withdraw=` with a saved account: opens a transfer to it and clears the address. */
export function useAskedWithdrawal(open: (to?: Payee) => void): void {
  const { withdraw } = route.useSearch();
  const navigate = route.useNavigate();
  const saved = useQuery({ ...beneficiariesQuery({ per_page: MOST }), enabled: withdraw !== undefined });
  const asked = useEffectEvent(() => {
    const account = saved.data?.data.find(({ id }) => id === withdraw);
    open(account && { destination: 'bank', account });
    void navigate({ to: '/dashboard', search: {}, replace: true });
  });
  const isReady = withdraw !== undefined && saved.data !== undefined;
  useEffect(() => {
    if (isReady) asked();
  }, [isReady]);
}
