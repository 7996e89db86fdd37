import { useState } from 'react';
import { OwnAccount } from '@/payment/own-account';
import type { Currency } from '@/payment/types';
import { useProductName } from '@/ui/configuration';
import { Segmented } from '@/ui/segmented';
import { Sheet } from '@/ui/sheet';
import { AccountDetails } from './account-details';
import { WalletDeposit } from './wallet-deposit';

interface Props {
  currency: Currency;
  open: boolean;
  onClose: () => void;
}

type Payer = 'bank' | 'wallet';

/** The details to give to payers: of the bank account, and of the wallet for members. */
export default function AccountSheet({ currency, open, onClose }: Props) {
  const [payer, setPayer] = useState<Payer>('bank');
  const product = useProductName();
  const payers = [
    { value: 'bank', label: 'From a bank' },
    { value: 'wallet', label: `From ${product}` },
  ] as const;
  return (
    <Sheet open={open} onClose={onClose} title="Your account details">
      <Segmented label="Payer" options={payers} value={payer} onChange={setPayer}>
        {payer === 'bank' ? (
          <OwnAccount currency={currency}>{(account) => <AccountDetails account={account} />}</OwnAccount>
        ) : (
          <WalletDeposit currency={currency} />
        )}
      </Segmented>
    </Sheet>
  );
}
