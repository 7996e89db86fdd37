import { useState } from 'react';
import type { Elements } from '@/lib/elements';
import { ReceiptSheet } from './receipt-sheet';
import type { Transaction } from './types';

interface Chosen {
  reference: string;
  /** The list's data of the transaction: shown until it has been fetched. */
  known?: Transaction;
}

/**
 * The one receipt of a list: it stays open while the rows change, by a new payment or another page. `actions`: shown
 * for the transaction, below the receipt.
 */
export function useReceipt(actions?: (transaction: Transaction) => Elements) {
  // Stays while the sheet closes.
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [open, setOpen] = useState(false);
  return {
    show: (next: Chosen) => {
      setChosen(next);
      setOpen(true);
    },
    sheet: (
      <ReceiptSheet
        reference={chosen?.reference}
        known={chosen?.known}
        open={open}
        onClose={() => setOpen(false)}
        {...(actions && { actions })}
      />
    ),
  };
}
