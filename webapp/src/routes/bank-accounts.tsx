import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '@/api/client';
import { useEngineForm } from '@/engine/use-engine-form';
import { NewBankAccountSheet } from '@/features/wallet/new-bank-account-sheet';
import { beneficiariesQuery } from '@/features/wallet/queries';
import type { Beneficiary } from '@/features/wallet/types';
import { Button, buttonClasses } from '@/ui/button';
import { TextField } from '@/ui/field';
import { FormError } from '@/ui/form-error';
import { Page } from '@/ui/page';
import { Pager } from '@/ui/pager';
import { Sheet } from '@/ui/sheet';
import { EmptyState, ErrorState, ListSkeleton } from '@/ui/states';

const REFETCH_AFTER_MS = 2000;

export function BankAccounts() {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Beneficiary | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), REFETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const accounts = useQuery(beneficiariesQuery(search, page));
  const wanted = typed.trim().toLowerCase();
  const rows = (accounts.data?.data ?? []).filter((row) =>
    [row.account_name, row.bank_name, row.account_number].some((part) => part.toLowerCase().includes(wanted)),
  );
  return (
    <Page title="Bank accounts" back="/settings">
      <TextField
        label="Search"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {accounts.isPending && <ListSkeleton />}
      {accounts.isError && (
        <ErrorState message={accounts.error.message} onRetry={() => void accounts.refetch()} />
      )}
      {accounts.isSuccess && rows.length === 0 && <EmptyState title="No entries found" />}
      <ul className="flex flex-col gap-3">
        {rows.map((account) => (
          <li key={account.id} className="flex items-center gap-3 rounded-card bg-raised p-4">
            <div className="min-w-0 grow">
              <p className="truncate font-semibold">{account.account_name}</p>
              <p className="truncate text-sm text-muted">{account.bank_name}</p>
              <p className="figures text-sm text-muted">{account.account_number}</p>
            </div>
            <button
              type="button"
              aria-label={`Delete ${account.account_name}`}
              className="grid size-11 shrink-0 place-items-center rounded-full text-negative hover:bg-sunken"
              onClick={() => setDeleting(account)}
            >
              <Trash2 aria-hidden className="size-5" />
            </button>
          </li>
        ))}
      </ul>
      {accounts.data && <Pager page={page} last={accounts.data.last_page} onPage={setPage} />}
      <Button wide onClick={() => setAdding(true)}>
        <Plus aria-hidden className="size-5" /> Add bank account
      </Button>
      <Link to="/dashboard" className={buttonClasses('quiet', true)}>
        Withdraw
      </Link>
      <NewBankAccountSheet open={adding} onClose={() => setAdding(false)} />
      {deleting && <DeleteSheet key={deleting.id} account={deleting} onClose={() => setDeleting(null)} />}
    </Page>
  );
}

function DeleteSheet({ account, onClose }: { account: Beneficiary; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useEngineForm('bank_account_delete', {
    defaultValues: { typed: '' },
    context: { account_number: account.account_number },
  });
  const remove = useMutation({
    mutationFn: (typed: string) =>
      call('DELETE', '/bank-account/{id}', { path: { id: account.id }, body: { typed } }),
    meta: { quiet: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['beneficiaries'] });
      onClose();
    },
    onError: form.showProblem,
  });
  return (
    <Sheet open onClose={onClose} title="Delete bank account">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={form.handleSubmit(({ typed }) => remove.mutate(typed))}
      >
        <p>
          To delete <strong>{account.account_name}</strong>, type the account number{' '}
          <strong className="figures">{account.account_number}</strong>.
        </p>
        <TextField
          label="Account number"
          inputMode="numeric"
          autoComplete="off"
          error={form.errorOf('typed')}
          {...form.register('typed')}
        />
        <FormError>{form.formError}</FormError>
        <Button type="submit" wide look="danger" busy={remove.isPending}>
          Delete
        </Button>
      </form>
    </Sheet>
  );
}
