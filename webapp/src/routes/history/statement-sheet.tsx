import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useOnline } from '@/lib/online';
import { useSaveStatement } from '@/payment/mutations';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { SelectField } from '@/ui/field';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';

interface Props {
  /** `2026-11`, and its name. */
  month: { month: string; name: string };
  /** The wallet to begin with. */
  first: Currency;
  wallets: Currency[];
  open: boolean;
  onClose: () => void;
}

/** A month's statement as PDF: what it holds, and how others check it. */
export function StatementSheet({ month, first, wallets, open, onClose }: Props) {
  const [chosen, setChosen] = useState<Currency | null>(null);
  const currency = chosen ?? first;
  const save = useSaveStatement();
  const isOnline = useOnline();
  const close = () => {
    onClose();
    setChosen(null);
    if (!save.isPending) save.reset();
  };
  const status = save.isPending
    ? 'Your statement is being made.'
    : save.isSuccess && `Saved as ${save.data.name}.`;
  return (
    <Sheet open={open} onClose={close} title="Account statement">
      <p className="font-semibold">{month.name}</p>
      {wallets.length > 1 ? (
        <SelectField
          label="Wallet"
          value={currency}
          onChange={({ target }) => {
            setChosen(target.value as Currency);
            save.reset();
          }}
          options={wallets.map((one) => ({ value: one, label: one }))}
        />
      ) : (
        <p>{`${currency} wallet`}</p>
      )}
      <p className="text-sm text-muted">
        A PDF with your opening and closing balance and every completed transaction, for a landlord, an
        embassy or your records.
      </p>
      <p className="text-sm text-muted">
        It carries a code. Whoever you give it to can check for 12 months that it is genuine and unchanged.
      </p>
      <p role="status" className="text-sm font-medium empty:hidden">
        {status}
      </p>
      <FormError>
        {isOnline ? save.error?.message : "You're offline. Connect to get your statement."}
      </FormError>
      <Button
        wide
        busy={save.isPending}
        disabled={!isOnline}
        onClick={() => save.mutate({ month: month.month, currency })}
      >
        <FileText aria-hidden className="size-5" />
        <span>Save PDF</span>
      </Button>
    </Sheet>
  );
}
