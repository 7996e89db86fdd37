import { useQuery } from '@tanstack/react-query';
import { Repeat } from 'lucide-react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { payeeOf } from '@/features/wallet/flow';
import { paidBeforeQuery } from '@/features/wallet/queries';
import { accountsQuery } from '@/payment/queries';
import type { Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { useTransfer } from './use-transfer';

/** Repeats the payment to a transaction's payee; renders nothing if that is impossible. */
export function SendAgain({ transaction }: { transaction: Transaction }) {
  const { category, counterparty, currency, type, status } = transaction;
  const restricted = useUser()?.restricted ?? true;
  const paid = useQuery({ ...paidBeforeQuery(currency), enabled: type === 'DEBIT' && !restricted });
  const accounts = useQuery(accountsQuery).data;
  const transfer = useTransfer(accounts?.wallets.find(({ base_currency }) => base_currency === currency));
  const same = paid.data?.find(
    ({ account_number, bank_name, wallet_number }) =>
      account_number === counterparty?.account_number &&
      bank_name === counterparty?.bank_name &&
      wallet_number === counterparty?.wallet_number,
  );
  const payee = (same && payeeOf(same)) ?? undefined;
  const failed = evaluate('status.label', { status }).tone === 'danger';
  const isTransfer = category === 'withdraw' || category === 'wallet-transfer';
  // Somebody who was never paid is chosen again.
  if (!payee && !(failed && isTransfer && !restricted && accounts)) return null;
  return (
    <>
      <Button wide look={failed ? 'primary' : 'quiet'} onClick={() => transfer.open(payee)}>
        <Repeat aria-hidden className="size-5" />
        <span>{failed ? 'Try again' : 'Send again'}</span>
      </Button>
      {transfer.sheet}
    </>
  );
}
