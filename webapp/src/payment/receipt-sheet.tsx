import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { Elements } from '@/lib/elements';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { EmptyState, Skeleton } from '@/ui/states';
import { transactionQuery } from './queries';
import { Receipt } from './receipt';
import type { Transaction } from './types';

const LOOK_AGAIN_MS = 2000;

interface Props {
  /** The receipt's reference; it stays while the sheet closes. */
  reference: string | undefined;
  /** The list's data of the transaction: shown until it has been fetched. */
  known?: Transaction | undefined;
  open: boolean;
  onClose: () => void;
  /** Actions for the transaction, with the receipt. */
  actions?: ((transaction: Transaction) => Elements) | undefined;
}

/** A transaction's receipt over its list. */
export function ReceiptSheet({ open, onClose, ...shown }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="Receipt">
      <Shown open={open} {...shown} />
    </Sheet>
  );
}

/** A transaction's receipt beside its list. */
export function ReceiptBeside({ open, onClose, ...shown }: Props) {
  return (
    <aside
      aria-label="Receipt"
      className="sticky top-8 flex max-h-[calc(100dvh-4rem)] min-w-0 flex-col gap-4 overflow-y-auto rounded-card bg-sunken p-4"
    >
      {open ? (
        <>
          <div className="flex items-center justify-between">
            <h2 className="text-lg font-semibold">Receipt</h2>
            <button
              type="button"
              aria-label="Close"
              className="grid size-11 place-items-center rounded-full text-muted hover:bg-raised"
              onClick={onClose}
            >
              <X aria-hidden className="size-5" />
            </button>
          </div>
          <Shown key={shown.reference} open {...shown} />
        </>
      ) : (
        <EmptyState title="Choose a transaction to see its receipt here" />
      )}
    </aside>
  );
}

function Shown({ reference, known, open, actions }: Omit<Props, 'onClose'>) {
  const found = useQuery({
    ...transactionQuery(reference ?? ''),
    enabled: open && reference !== undefined,
    // Polled until the bank has decided.
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? LOOK_AGAIN_MS : false),
  });
  return (
    <Loaded query={{ ...found, data: found.data ?? known }} waiting={<Skeleton className="h-56" />} polled>
      {(shown) => <Receipt transaction={shown} next={actions?.(shown)} />}
    </Loaded>
  );
}
