import { Copy } from 'lucide-react';
import { copyText } from '@/ui/copy';
import type { Transaction } from './types';

/** Digits in groups of four, as people type them into a meter. */
export const inFours = (digits: string): string => (digits.match(/.{1,4}/g) ?? []).join(' ');

/** The token of a prepaid meter, large enough to copy by hand, and its units. Renders nothing for other payments. */
export function MeterToken({ transaction }: { transaction: Transaction }) {
  const { token, units, token_pending } = transaction;
  if (token_pending) {
    return (
      <p role="status" className="rounded-control bg-sunken p-4 text-sm">
        The electricity is paid. Your token is on its way, and appears here.
      </p>
    );
  }
  if (!token) return null;
  return (
    <div className="flex items-start gap-2 rounded-control bg-sunken p-4">
      <dl className="flex min-w-0 grow flex-col gap-3">
        <div>
          <dt className="text-sm text-muted">Token</dt>
          <dd dir="ltr" className="figures text-lg font-bold wrap-anywhere">
            {inFours(token)}
          </dd>
        </div>
        {units && (
          <div className="flex items-baseline gap-4 text-sm">
            <dt className="text-muted">Unit</dt>
            <dd className="figures font-medium">{`${units} kWh`}</dd>
          </div>
        )}
      </dl>
      <button
        type="button"
        aria-label="Copy token"
        className="grid size-11 shrink-0 print:hidden place-items-center rounded-full text-accent-text hover:bg-raised"
        onClick={() => void copyText(token)}
      >
        <Copy aria-hidden className="size-5" />
      </button>
    </div>
  );
}
