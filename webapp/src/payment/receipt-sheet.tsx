import { useQuery } from '@tanstack/react-query';
import type { Elements } from '@/lib/elements';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { Skeleton } from '@/ui/states';
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
  /** Actions for the transaction, below the receipt. */
  actions?: (transaction: Transaction) => Elements;
}

/** A transaction's receipt over its list. */
export function ReceiptSheet({ reference, known, open, onClose, actions }: Props) {
  const found = useQuery({
    ...transactionQuery(reference ?? ''),
    enabled: open && reference !== undefined,
    // Polled until the bank has decided.
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? LOOK_AGAIN_MS : false),
  });
  return (
    <Sheet open={open} onClose={onClose} title="Receipt">
      <Loaded query={{ ...found, data: found.data ?? known }} waiting={<Skeleton className="h-56" />} polled>
        {(shown) => (
          <>
            <Receipt transaction={shown} />
            {actions?.(shown)}
          </>
        )}
      </Loaded>
    </Sheet>
  );
}
