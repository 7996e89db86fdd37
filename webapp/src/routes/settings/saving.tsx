import { getRouteApi } from '@tanstack/react-router';
import { SavingCard } from '@/features/settings/saving-card';
import { MandatesCard } from '@/features/wallet/mandates-card';
import { useServices } from '@/ui/configuration';
import { At } from './at';

/** How instalments are paid on their day. */
export default function SavingSettings() {
  const { mandate } = getRouteApi('/inside/settings').useSearch();
  const has = useServices();
  return (
    <>
      <At name="auto-save">
        <SavingCard />
      </At>
      <At name="direct-debit">{has('mandates') && <MandatesCard returned={mandate} />}</At>
    </>
  );
}
