import type { Elements } from '@/lib/elements';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { Drawing } from '@/ui/drawing';

interface Props {
  words: string;
  onClose: () => void;
  children?: Elements;
}

/** The last stage of a sheet: the result, in words and a figure. */
export const Done = ({ words, onClose, children }: Props) => (
  <div className="flex flex-col items-center gap-4 text-center">
    <Drawing of="done" drawn />
    <p role="status" className="flex flex-col gap-1">
      <strong className="text-lg wrap-anywhere">{words}</strong>
      {children}
    </p>
    <Button wide onClick={onClose}>
      Done
    </Button>
  </div>
);

/** The amount that was paid. */
export const PaidAmount = ({ amount, currency }: { amount: string; currency: Currency }) => (
  <span className="figures text-xl font-bold">
    <Balance amount={amount} currency={currency} />
  </span>
);
