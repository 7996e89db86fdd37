import { Download, Printer, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { BrandLogo } from '@/ui/brand-mark';
import { Button } from '@/ui/button';
import { useProductName } from '@/ui/configuration';
import { Facts } from './breakdown';
import { MeterToken } from './meter-token';
import { useVisible } from './money';
import { useSaveReceipt, useShareReceipt } from './mutations';
import { linesOf } from './receipt-lines';
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

/** The other side of a payment, with its category's labels for name and number. */
export function partyRows(
  party: Counterparty | null,
  category: Transaction['category'] | null,
): [string, ReactNode][] {
  if (!party || !category) return [];
  const { name_label, number_label } = evaluate('transaction.category', { category });
  const rows: [string, ReactNode | null | undefined][] = [
    [name_label, party.name],
    ['Bank', party.bank_name],
    [number_label, party.account_number],
    ['Wallet number', party.wallet_number],
  ];
  return rows.filter((row): row is [string, ReactNode] => Boolean(row[1]));
}

/** Prints the page under another title, which becomes the file's name. */
function printAs(title: string): void {
  const before = document.title;
  document.title = title;
  print();
  document.title = before;
}

interface ReceiptProps {
  transaction: Transaction;
  /** The page shows the meter's token itself; in print the receipt includes it. */
  tokenShown?: boolean;
  /** The page shows the amount itself. */
  amountShown?: boolean;
  /** Actions for the payment: above the ways to share if it failed. */
  next?: Elements;
}

/** A transaction's receipt, to read, share, print or save as PDF. */
export function Receipt({ transaction, tokenShown, amountShown, next }: ReceiptProps) {
  const { reference, status } = transaction;
  const failed = evaluate('status.label', { status }).tone === 'danger';
  const visible = useVisible();
  const name = useUser()?.name ?? null;
  const brand = useProductName();
  // The token has its own place, with a copy button.
  const { token: _token, units: _units, ...rest } = transaction;
  const lines = linesOf(rest, name, visible);
  const save = useSaveReceipt(reference);
  // A shared receipt always shows its figures.
  const share = useShareReceipt(() => linesOf(transaction, name, true), brand, reference);
  return (
    <div className="flex flex-col gap-4">
      <div data-print className="overflow-hidden rounded-t-card">
        <header className="hidden items-center gap-3 bg-accent px-gutter py-4 text-on-accent print:flex">
          <BrandLogo className="h-9 max-w-36 min-w-9" />
          <span className="grow text-lg font-bold">{brand}</span>
          <span className="text-sm">Transaction receipt</span>
        </header>
        <div className="perforated px-gutter pt-5 pb-4 @max-[12.5rem]/page:px-0">
          <p
            className={classes(
              'figures pb-1 text-center text-2xl font-bold wrap-anywhere',
              amountShown && 'hidden print:block',
            )}
          >
            {lines.amount}
          </p>
          <p className="pb-3 text-center font-semibold wrap-anywhere">{lines.headline}</p>
          {lines.note && <p className="pb-3 text-center text-sm font-medium">{lines.note}</p>}
          <Facts
            rows={[
              ['Status', <StatusLabel key="status" status={transaction.status} />],
              ...lines.rows.map(({ label, value, is_total }): [string, ReactNode] => [
                label,
                is_total ? <strong key={label}>{value}</strong> : value,
              ]),
            ]}
          />
          {/* In print the receipt stands alone. */}
          {(!tokenShown || transaction.token) && (
            <div className={classes(tokenShown && 'hidden print:block')}>
              <MeterToken transaction={transaction} />
            </div>
          )}
        </div>
      </div>
      {failed && next}
      <Button
        wide
        data-share
        look={failed ? 'quiet' : 'primary'}
        busy={share.isPending}
        onClick={() => share.mutate()}
      >
        <Share2 aria-hidden className="size-5" />
        <span>Share receipt</span>
      </Button>
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" busy={save.isPending} onClick={() => save.mutate()}>
          <Download aria-hidden className="size-5" />
          <span>PDF</span>
        </Button>
        <Button look="quiet" onClick={() => printAs(`Receipt ${reference}`)}>
          <Printer aria-hidden className="size-5" />
          <span>Print</span>
        </Button>
      </div>
      {!failed && next}
    </div>
  );
}
