import { Plus } from 'lucide-react';
import { useKept } from '@/lib/kept';
import { Button } from '@/ui/button';
import { DataTable } from '@/ui/data-table';
import { Checkbox } from '@/ui/field';
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
      <Button wide look="quiet" onClick={onAdd}>
        <Plus aria-hidden className="size-5" />
        <span>New bank account</span>
      </Button>
      <DataTable
        table="part"
        query={beneficiariesQuery}
        keyOf={({ id }) => id}
        textsOf={(row) => [row.account_name, row.bank_name, row.account_number]}
        waiting={<ListSkeleton rows={3} />}
        empty={<EmptyState title="No saved bank account yet" />}
        rowClass=""
      >
        {(account) => (
          <button
            type="button"
            className="w-full rounded-control bg-sunken p-4 text-start hover:brightness-97"
            onClick={() => onNamed({ destination: 'bank', account })}
          >
            <span className="block font-semibold">{account.account_name}</span>
            <span className="figures block text-sm text-muted">
              {`${account.bank_name} · ${account.account_number}`}
            </span>
          </button>
        )}
      </DataTable>
    </>
  );
}
