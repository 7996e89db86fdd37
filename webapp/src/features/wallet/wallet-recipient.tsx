import { useState } from 'react';
import { usePreparedForm } from '@/engine/use-prepared-form';
import { useKept } from '@/lib/kept';
import { cleaned, cleanNumber } from '@/ui/cleaned';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import type { Payee } from './flow';
import { useInquiry } from './mutations';
import { Scanner } from './scanner';
import type { Wallet } from './types';

/** Another wallet by its number; its owner's masked name confirms that it is the right one. */
export function WalletRecipient({ wallet, onNamed }: { wallet: Wallet; onNamed: (payee: Payee) => void }) {
  const [number, setNumber] = useKept('transfer.wallet', 'number', '');
  const [wrong, setWrong] = useState<string | undefined>();
  const form = usePreparedForm('wallet_transfer', {
    currency: wallet.base_currency,
    ledger_balance: wallet.ledger_balance,
    own_wallet_number: wallet.identity,
    rates: null,
    cap: null,
  });
  const inquire = useInquiry();
  const ask = () =>
    inquire.mutate(number, {
      onSuccess: ({ wallet_number, name }) => onNamed({ destination: 'wallet', number: wallet_number, name }),
      onError: (problem) => setWrong(problem.message || 'An error occured'),
    });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        const violation = form.fieldError('wallet_number', number);
        setWrong(violation?.message);
        if (!violation) ask();
      }}
      action="Continue"
      busy={inquire.isPending}
    >
      <TextField
        label="Wallet number"
        inputMode="numeric"
        autoComplete="off"
        value={number}
        {...cleaned({
          onChange: async ({ target }: { target: { value: string } }) => {
            setNumber(target.value);
            setWrong(undefined);
          },
        })}
        error={wrong}
      />
      <Scanner
        none={<p className="text-xs text-muted">The number is shown below the recipient's QR code.</p>}
        onScanned={(text) => {
          setNumber(cleanNumber(text));
          setWrong(undefined);
        }}
      />
    </Form>
  );
}
