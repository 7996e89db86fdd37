import { useState } from 'react';
import { HistoryItem, textsOf } from '@/payment/history-item';
import { useReceipt } from '@/payment/use-receipt';
import { DataTable } from '@/ui/data-table';
import { Segmented } from '@/ui/segmented';
import { EmptyState } from '@/ui/states';
import { coinDebitsQuery } from './queries';

const KINDS = [
  { value: '/sell', label: 'Sold' },
  { value: '/send', label: 'Sent' },
] as const;

/** The coins that were sold and sent, latest first. */
export function CoinHistory() {
  const [kind, setKind] = useState<(typeof KINDS)[number]['value']>('/sell');
  const receipt = useReceipt();
  return (
    <section aria-labelledby="coin-history" className="flex flex-col gap-4">
      <h2 id="coin-history" className="text-lg font-semibold">
        Sold and sent
      </h2>
      <Segmented label="Sold or sent" options={KINDS} value={kind} onChange={setKind}>
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
