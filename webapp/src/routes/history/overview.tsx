import { useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { useSaveHistory } from '@/payment/mutations';
import { accountsQuery, flowsQuery, type History } from '@/payment/queries';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { type ChosenFlow, Flows, FlowsSkeleton } from './flows';
import { type Month, MonthPager } from './month-pager';
import { StatementSheet } from './statement-sheet';

interface Props {
  /** The name of the period that is shown. */
  title: string;
  month: Month;
  onMonth: (month: string) => void;
  /** The period. */
  asked: History;
  /** The filter of the list. */
  saved: History;
  flow: ChosenFlow | null;
  onFlow: (flow: ChosenFlow | null) => void;
}

/** The month, what came in and went out, and its files. */
export function Overview({ title, month, onMonth, asked, saved, flow, onFlow }: Props) {
  const totals = useQuery(flowsQuery(asked));
  const accounts = useQuery(accountsQuery).data;
  const active = accounts?.active_currency ?? 'NGN';
  const [chosen, setChosen] = useState<Currency | null>(null);
  const currencies = totals.data?.currencies ?? [];
  const has = (currency: Currency | null) => currencies.some((one) => one.currency === currency);
  const first = has(active) ? active : (currencies[0]?.currency ?? active);
  const currency = chosen && has(chosen) ? chosen : first;
  const [isOpen, setOpen] = useState(false);
  const save = useSaveHistory(saved);
  return (
    <div className="flex flex-col gap-3">
      <MonthPager title={title} month={month} onMonth={onMonth} />
      {/* Without a connection the rows below are all there is. */}
      {totals.data === undefined && totals.fetchStatus === 'paused' ? null : (
        <Loaded query={totals} polled waiting={<FlowsSkeleton />}>
          {(loaded) => (
            <Flows
              currencies={loaded.currencies}
              currency={currency}
              onCurrency={(next) => {
                setChosen(next);
                if (flow) onFlow({ ...flow, currency: next });
              }}
              chosen={flow?.flow ?? null}
              onChoose={(next) => onFlow(next && { currency, flow: next })}
            />
          )}
        </Loaded>
      )}
      <div className="-my-2 flex flex-wrap justify-end gap-x-4">
        <Button look="link" className="px-2 text-sm" onClick={() => setOpen(true)}>
          <FileText aria-hidden className="size-4" />
          <span>{'Statement '}</span>
          <span className="sr-only">as PDF</span>
        </Button>
        <Button look="link" className="px-2 text-sm" busy={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden className="size-4" />
          <span>{'Export '}</span>
          <span className="sr-only">as CSV</span>
        </Button>
      </div>
      <StatementSheet
        month={month}
        first={currency}
        wallets={accounts?.wallets.map(({ base_currency }) => base_currency) ?? [currency]}
        open={isOpen}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
