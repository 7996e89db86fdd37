import { useQuery } from '@tanstack/react-query';
import { PiggyBank } from 'lucide-react';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { SwitchRow } from '@/ui/switch-row';
import { useSet, useUnset } from './mutations';
import { AUTO_SAVE, autoSaveOf, ownSettingsQuery } from './queries';

/** The switch for paying instalments from the wallet on their day. (Document 3, section 2.) */
export function SavingCard() {
  const settings = useQuery(ownSettingsQuery);
  const set = useSet();
  const unset = useUnset();
  return (
    <Card>
      <h2 className="pb-2 text-sm font-semibold text-muted">Plans</h2>
      <Loaded query={settings} waiting={<ListSkeleton rows={1} />}>
        {(all) => {
          const kept = autoSaveOf(all);
          const on = kept !== undefined;
          return (
            <SwitchRow
              icon={PiggyBank}
              label="Auto save"
              note={
                on
                  ? 'Instalments are paid from your wallet on the day they are due.'
                  : 'You pay each instalment yourself.'
              }
              on={on}
              busy={set.isPending || unset.isPending}
              onSwitch={() => (kept ? unset.mutate(kept.id) : set.mutate(AUTO_SAVE))}
            />
          );
        }}
      </Loaded>
    </Card>
  );
}
