import { Link } from '@tanstack/react-router';
import { ArrowUpRight, Plus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { useEngineForm } from '@/engine/use-engine-form';
import { useDeleteBankAccount, useSetDefaultAccount } from '@/features/wallet/mutations';
import { NewBankAccountSheet } from '@/features/wallet/new-bank-account-sheet';
import { beneficiariesQuery } from '@/features/wallet/queries';
import type { Beneficiary } from '@/features/wallet/types';
import { classes } from '@/lib/classes';
import { Button, buttonClasses } from '@/ui/button';
import { cleaned } from '@/ui/cleaned';
import { DataTable } from '@/ui/data-table';
import { TextField } from '@/ui/field';
import { FormSheet } from '@/ui/form-sheet';
import { Page } from '@/ui/page';
import { EmptyState } from '@/ui/states';

const ACTION =
  'flex min-h-11 items-center gap-1.5 rounded-control px-2 text-sm font-semibold hover:bg-sunken';

export function BankAccounts() {
  const user = useUser();
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Beneficiary | null>(null);
  return (
    <Page title="Bank accounts" back="/settings/banks">
      <DataTable
        query={beneficiariesQuery}
        keyOf={({ id }) => id}
        textsOf={(row) => [row.account_name, row.bank_name, row.account_number]}
        empty={<EmptyState title="No entries found" />}
      >
        {(account) => (
          <div className="flex flex-col gap-1">
            <div>
              <p className="truncate font-semibold">{account.account_name}</p>
              {account.is_default && <p className="text-sm font-medium text-accent-text">Default account</p>}
              <p className="truncate text-sm text-muted">{account.bank_name}</p>
              <p className="figures text-sm text-muted">{account.account_number}</p>
            </div>
            <div className="-mx-2 -mb-2 flex flex-wrap">
              {user?.restricted === false && (
                <Link
                  to="/dashboard"
                  search={{ withdraw: account.id }}
                  aria-label={`Withdraw to ${account.account_name}`}
                  className={classes(ACTION, 'text-accent-text')}
                >
                  <ArrowUpRight aria-hidden className="size-5 rtl:-rotate-90" />
                  <span>Withdraw</span>
                </Link>
              )}
              <DefaultSwitch account={account} />
              <button
                type="button"
                aria-label={`Delete ${account.account_name}`}
                className={classes(ACTION, 'text-negative')}
                onClick={() => setDeleting(account)}
              >
                <Trash2 aria-hidden className="size-5" />
                <span>Delete</span>
              </button>
            </div>
          </div>
        )}
      </DataTable>
      <Button wide onClick={() => setAdding(true)}>
        <Plus aria-hidden className="size-5" />
        <span>Add bank account</span>
      </Button>
      {user?.restricted === false && (
        <Link to="/dashboard" search={{ withdraw: 'anybody' }} className={buttonClasses('quiet', true)}>
          Withdraw
        </Link>
      )}
      <NewBankAccountSheet open={adding} onClose={() => setAdding(false)} />
      {deleting && <DeleteSheet key={deleting.id} account={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

/** A star marks the account listed first when sending money. */
function DefaultSwitch({ account: { id, account_name, is_default } }: { account: Beneficiary }) {
  const set = useSetDefaultAccount();
  return (
    <button
      type="button"
      aria-label={`Default account: ${account_name}`}
      aria-pressed={is_default}
      disabled={set.isPending}
      className={classes(ACTION, 'text-accent-text')}
      onClick={() => set.mutate({ id, is_default: !is_default })}
    >
      <Star aria-hidden className={classes('size-5', is_default && 'fill-current')} />
      <span>Default</span>
    </button>
  );
}

function DeleteSheet({ account, onClose }: { account: Beneficiary; onClose: () => void }) {
  const form = useEngineForm('bank_account_delete', {
    defaultValues: { typed: '' },
    context: { account_number: account.account_number },
  });
  const remove = useDeleteBankAccount(account.id);
  return (
    <FormSheet
      title="Delete bank account"
      onClose={onClose}
      onSubmit={form.handleSubmit(({ typed }) =>
        remove.mutate(typed, { onSuccess: onClose, onError: form.showProblem }),
      )}
      action="Delete"
      busy={remove.isPending}
      look="danger"
      error={form.formError}
    >
      <p>
        <span>{'To delete '}</span>
        <strong>{account.account_name}</strong>
        <span>{', type the account number '}</span>
        <strong className="figures">{account.account_number}</strong>
        <span>.</span>
      </p>
      <TextField
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        error={form.errorOf('typed')}
        {...cleaned(form.register('typed'))}
      />
    </FormSheet>
  );
}
