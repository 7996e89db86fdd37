import { useState } from 'react';
import { useDesktop } from '@/lib/desktop';
import type { Elements } from '@/lib/elements';
import { ReceiptBeside, ReceiptSheet } from './receipt-sheet';
import type { Transaction } from './types';

interface Chosen {
  reference: string;
  /** The list's data of the transaction: shown until it has been fetched. */
  known?: Transaction;
}

type Actions = (transaction: Transaction) => Elements;

/**
 * The one receipt of a list: it stays open while the rows change, by a new payment or another page. `actions`: shown
 * with the receipt.
 */
export function useReceipt(actions?: Actions) {
  const { show, shown } = useChosen(actions);
  return { show, sheet: <ReceiptSheet {...shown} /> };
}

/** As `useReceipt`, but on a desktop the receipt is beside the list, and rows can be told which of them is shown. */
export function useReceiptBeside(actions?: Actions) {
  const { show, shown } = useChosen(actions);
  const isBeside = useDesktop();
  return {
    show,
    /** Whether a row's receipt is beside the list; undefined where receipts are sheets. */
    isShown: (reference: string) => (isBeside ? shown.open && shown.reference === reference : undefined),
    beside: isBeside && <ReceiptBeside {...shown} />,
    sheet: !isBeside && <ReceiptSheet {...shown} />,
  };
}

function useChosen(actions?: Actions) {
  // Stays while the sheet closes.
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [open, setOpen] = useState(false);
  return {
    show: (next: Chosen) => {
      setChosen(next);
      setOpen(true);
    },
    shown: {
      reference: chosen?.reference,
      known: chosen?.known,
      open,
      onClose: () => setOpen(false),
      actions,
    },
  };
}
