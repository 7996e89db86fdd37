import { Download, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import { Button } from '@/ui/button';
import { Facts } from './breakdown';
import { MeterToken } from './meter-token';
import { AccountNumber, Balance } from './money';
import { useSaveReceipt } from './mutations';
import type { Counterparty, Transaction } from './types';

const TONES: Record<string, string> = {
  success: 'text-positive',
  danger: 'text-negative',
  warning: 'text-warning',
};

interface StatusProps {
  status: Transaction['status'];
  /** Success is green, anything else grey. (Document 2, section 2: the withdraw history.) */
  plain?: boolean;
}

export function StatusLabel({ status, plain }: StatusProps) {
  const { label, tone } = evaluate('status.label', { status });
  const colour = plain && tone !== 'success' ? undefined : TONES[tone];
  return <span className={classes('text-xs font-semibold', colour ?? 'text-muted')}>{label}</span>;
}

type Number = (number: string) => ReactNode;

/** The other side of a payment, as its category calls name and number. */
export function partyRows(
  party: Counterparty | null,
  category: Transaction['category'],
  shown: Number = (number) => number,
): [string, ReactNode][] {
  if (!party) return [];
  const { name_label, number_label } = evaluate('transaction.category', { category });
  const rows: [string, ReactNode | null | undefined][] = [
    [name_label, party.name],
    ['Bank', party.bank_name],
    [number_label, party.account_number && shown(party.account_number)],
    ['Wallet number', party.wallet_number && shown(party.wallet_number)],
  ];
  return rows.filter((row): row is [string, ReactNode] => Boolean(row[1]));
}

const masked: Number = (number) => <AccountNumber number={number} />;

interface ReceiptProps {
  transaction: Transaction;
  /** The page shows the meter's token itself. */
  tokenShown?: boolean;
}

/** A transaction's receipt, to read, print or save as PDF. */
export function Receipt({ transaction, tokenShown }: ReceiptProps) {
  const { reference, currency } = transaction;
  const save = useSaveReceipt(reference);
  return (
    <div className="flex flex-col gap-4">
      <div data-print className="flex flex-col gap-4 rounded-card bg-raised p-5 shadow-raised">
        <Facts
          rows={[
            ['Status', <StatusLabel key="status" status={transaction.status} />],
            ...partyRows(transaction.counterparty, transaction.category, masked),
            ['Total', <Balance key="gross" amount={transaction.gross_amount} currency={currency} />],
            ['Fee', <Balance key="fee" amount={transaction.charge} currency={currency} />],
            [
              'Grand total',
              <strong key="total">
                <Balance amount={transaction.net_amount} currency={currency} />
              </strong>,
            ],
            ['Description', transaction.description || '–'],
            ['Date', new Date(transaction.created_at).toLocaleString()],
            ['Reference', reference],
          ]}
        />
        {!tokenShown && <MeterToken transaction={transaction} />}
        {transaction.comment && <p className="text-sm">{transaction.comment}</p>}
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
