import { Sheet } from '@/ui/sheet';
import { BankAccountForm } from './bank-account-form';
import { useAddBankAccount } from './mutations';

/** Saves a bank account to send money to. */
export function NewBankAccountSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useAddBankAccount();
  return (
    <Sheet open={open} onClose={onClose} title="New bank account">
      <BankAccountForm
        action="Save"
        busy={add.isPending}
        onFilled={(account) => add.mutate(account, { onSuccess: onClose })}
      />
    </Sheet>
  );
}
