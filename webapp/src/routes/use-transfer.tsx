import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { startTransition, useState } from 'react';
import { isPinSet, pinStatusQuery } from '@/features/identity/pin';
import { FirstPin } from '@/features/identity/pin-sheet';
import type { Payee } from '@/features/wallet/flow';
import { TransferSheet } from '@/features/wallet/transfer-sheet';
import type { Wallet } from '@/features/wallet/types';
import { forgetKept } from '@/lib/kept';
import { accountsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import type { Currency, Transaction } from '@/payment/types';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { useProductName } from '@/ui/configuration';

/** A transfer sheet for a wallet, by default the main one, and the function that opens it. */
export function useTransfer(from?: Wallet) {
  const navigate = useNavigate();
  const product = useProductName();
  const accounts = useQuery(accountsQuery).data;
  const main = accounts?.wallets.find(({ base_currency }) => base_currency === accounts.total.currency);
  const wallet = from ?? main;
  // A closed flow starts from the beginning.
  const [flow, setFlow] = useState<{ count: number; to: Payee | undefined }>({ count: 0, to: undefined });
  const [isOpen, setOpen] = useState(false);
  const paid = (transaction: Transaction) => {
    setOpen(false);
    void navigate(resultOf(transaction));
  };
  useUnfinishedPayment(paid);
  const open = (to?: Payee) => {
    forgetKept('transfer.');
    // The press is painted before the sheet is rendered.
    startTransition(() => {
      setFlow({ count: flow.count + 1, to });
      setOpen(true);
    });
  };
  const sheet = wallet && (
    <Sheet
      key={flow.count}
      to={flow.to}
      open={isOpen}
      onClose={() => setOpen(false)}
      onPaid={paid}
      wallet={wallet}
      product={product}
    />
  );
  return { open, sheet };
}

/** A missing PIN is set first: without one the payment would fail at the end. */
function Sheet(props: Parameters<typeof TransferSheet>[0]) {
  const currency: Currency = props.wallet.base_currency;
  const statuses = useQuery({ ...pinStatusQuery, enabled: props.open });
  const status = statuses.data?.[currency];
  const isMissing = status !== undefined && !isPinSet(status);
  return (
    <TransferSheet
      {...props}
      before={
        isMissing ? <FirstPin currency={currency} status={status} naira={statuses.data?.NGN} /> : undefined
      }
    />
  );
}
