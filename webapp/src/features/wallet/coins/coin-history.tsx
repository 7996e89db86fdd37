import { useState } from 'react';
import { HistoryItem, textsOf } from '@/payment/history-item';
import { useReceipt } from '@/payment/use-receipt';
import { useOffered } from '@/ui/configuration';
import { DataTable } from '@/ui/data-table';
import { Segmented } from '@/ui/segmented';
import { EmptyState } from '@/ui/states';
import { coinDebitsQuery } from './queries';

const KINDS = [
  { value: '/sell', label: 'Sold', needs: ['coins'] },
  { value: '/send', label: 'Sent', needs: ['coin_transfers'] },
] as const;

/** Coins sold and sent, latest first. */
export function CoinHistory() {
  const kinds = useOffered(KINDS);
  const [chosen, setKind] = useState<(typeof KINDS)[number]['value']>('/sell');
  const { value: kind, label } = kinds.find(({ value }) => value === chosen) ?? kinds[0] ?? KINDS[0];
  const title = kinds.length > 1 ? 'Sold and sent' : label;
  const receipt = useReceipt();
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <Segmented label="Sold or sent" options={kinds} value={kind} onChange={setKind}>
        <DataTable
          key={kind}
          query={(asked) => coinDebitsQuery(kind, asked)}
          keyOf={({ reference }) => reference}
          textsOf={textsOf}
          empty={<EmptyState title="No entries found" />}
        >
          {(transaction) => <HistoryItem transaction={transaction} plain onOpen={receipt.show} />}
        </DataTable>
      </Segmented>
      {receipt.sheet}
    </section>
  );
}
