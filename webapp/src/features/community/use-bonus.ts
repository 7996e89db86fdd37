import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listen } from '@/api/realtime';
import { useConfiguration } from '@/ui/configuration';

/** Bonuses are paid in naira. */
const CHANNEL = 'private-transaction.credit.ngn.';

/** While the page is open, what it shows follows the money that arrives. */
export function useBonus(uuid: string): void {
  const queries = useQueryClient();
  const configuration = useConfiguration();
  useEffect(() => {
    if (!configuration) return;
    return listen(configuration, CHANNEL + uuid, 'credit.alert', () => {
      for (const queryKey of [['referral'], ['transactions'], ['accounts']]) {
        void queries.invalidateQueries({ queryKey });
      }
    });
  }, [configuration, uuid, queries]);
}
