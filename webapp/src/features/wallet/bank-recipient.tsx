import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useKept } from '@/lib/kept';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/field';
import { Loaded } from '@/ui/loaded';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { BankAccountForm } from './bank-account-form';
import type { Payee } from './flow';
import { beneficiariesQuery } from './queries';

interface Props {
  /** A new account is being entered. */
  adding: boolean;
  onAdd: () => void;
  onNamed: (payee: Payee) => void;
}

/** A saved bank account, or a new one. */
export function BankRecipient({ adding, onAdd, onNamed }: Props) {
  const saved = useQuery({ ...beneficiariesQuery(), select: ({ data }) => data });
  const [save, setSave] = useKept('transfer.bank', 'save', true);
  if (adding) {
    return (
      <BankAccountForm
        action="Continue"
        keepAs="transfer.bank"
        onFilled={(account) => onNamed({ destination: 'bank', account: { ...account, save } })}
      >
        <Checkbox checked={save} onChange={(event) => setSave(event.target.checked)}>
          Save this account for next time
        </Checkbox>
      </BankAccountForm>
    );
  }
  return (
    <>
      <Loaded
        query={saved}
        waiting={<ListSkeleton rows={3} />}
        empty={<EmptyState title="No saved bank account yet" />}
      >
        {(accounts) => (
          <ul className="flex flex-col gap-2">
            {accounts.map((account) => (
              <li key={account.id}>
                <button
                  type="button"
                  className="w-full rounded-control bg-sunken p-4 text-start hover:brightness-97"
                  onClick={() => onNamed({ destination: 'bank', account })}
                >
                  <span className="block font-semibold">{account.account_name}</span>
                  <span className="figures block text-sm text-muted">
                    {account.bank_name} · {account.account_number}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Button wide look="quiet" onClick={onAdd}>
        <Plus aria-hidden className="size-5" /> New bank account
      </Button>
    </>
  );
}
