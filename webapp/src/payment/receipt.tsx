import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import { Button } from '@/ui/button';
import { Facts } from './breakdown';
import { money } from './money';
import { useSaveReceipt } from './mutations';
import type { Counterparty, Transaction } from './types';

const TONES: Record<string, string> = {
  success: 'text-positive',
  danger: 'text-negative',
  warning: 'text-warning',
};

export function StatusLabel({ status }: { status: Transaction['status'] }) {
  const { label, tone } = evaluate('status.label', { status });
  return <span className={classes('text-xs font-semibold', TONES[tone] ?? 'text-muted')}>{label}</span>;
}

export function partyRows(party: Counterparty | null): [string, ReactNode][] {
  if (!party) return [];
  const rows: [string, ReactNode | null | undefined][] = [
    ['Name', party.name],
    ['Bank', party.bank_name],
    ['Account number', party.account_number],
    ['Wallet number', party.wallet_number],
  ];
  return rows.filter((row): row is [string, ReactNode] => Boolean(row[1]));
}

/** A transaction's receipt, to read, print or save as PDF. */
export function Receipt({ transaction }: { transaction: Transaction }) {
  const { reference, currency } = transaction;
  const save = useSaveReceipt(reference);
  return (
    <div className="flex flex-col gap-4">
      <div data-print className="rounded-card bg-raised p-5 shadow-raised">
        <Facts
          rows={[
            ['Status', <StatusLabel key="status" status={transaction.status} />],
            ...partyRows(transaction.counterparty),
            ['Total', money(transaction.gross_amount, currency)],
            ['Fee', money(transaction.charge, currency)],
            ['Grand total', <strong key="total">{money(transaction.net_amount, currency)}</strong>],
            ['Description', transaction.description || '–'],
            ['Date', new Date(transaction.created_at).toLocaleString()],
            ['Reference', reference],
          ]}
        />
        {transaction.comment && <p className="pt-3 text-sm">{transaction.comment}</p>}
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" busy={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden className="size-5" /> PDF
        </Button>
        <Button look="quiet" onClick={() => print()}>
          <Printer aria-hidden className="size-5" /> Print
        </Button>
      </div>
    </div>
  );
}
