import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { Sheet } from '@/ui/sheet';
import { BankAccountForm, type NewBankAccount } from './bank-account-form';

/** Adds a bank account to those that money can be sent to. */
export function NewBankAccountSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: (account: NewBankAccount) => call('POST', '/bank-account', { body: account }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['beneficiaries'] });
      onClose();
    },
  });
  return (
    <Sheet open={open} onClose={onClose} title="New bank account">
      <BankAccountForm action="Save" busy={add.isPending} onFilled={(account) => add.mutate(account)} />
    </Sheet>
  );
}
