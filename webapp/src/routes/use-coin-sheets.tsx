import { useState } from 'react';
import { useUser } from '@/api/use-session';
import type { CoinAction } from '@/features/wallet/coins/coin-view';
import type { ListedCoin } from '@/features/wallet/coins/queries';
import { ReceiveSheet } from '@/features/wallet/coins/receive-sheet';
import { SellSheet } from '@/features/wallet/coins/sell-sheet';
import { SendSheet } from '@/features/wallet/coins/send-sheet';
import type { Currency, Transaction } from '@/payment/types';
import { toast } from '@/ui/toast';
import { usePinFirst } from './use-pin-first';

interface Asked {
  coin: ListedCoin;
  balance: string;
  /** The action that the address names. */
  wanted: string | undefined;
  onPaid: (transaction: Transaction) => void;
}

/** The sheets of a coin's actions, and the function that opens one. */
export function useCoinSheets({ coin, balance, wanted, onPaid }: Asked) {
  const restricted = useUser()?.restricted ?? false;
  const paysOut = (action: CoinAction | null) => action === 'sell' || action === 'send';
  const [shown, setShown] = useState<CoinAction | null>(() => {
    const action = coin.actions.find((known) => known === wanted);
    if (action === undefined || action === 'chart') return null;
    return restricted && paysOut(action) ? null : action;
  });
  // A closed sheet starts from the beginning.
  const [flow, setFlow] = useState(0);
  const before = usePinFirst(coin.symbol as Currency, paysOut(shown), coin.name);
  const close = () => setShown(null);
  const shared = { coin, onClose: close };
  const paying = {
    ...shared,
    balance,
    before,
    onReceive: () => setShown('receive'),
    onPaid: (transaction: Transaction) => {
      close();
      onPaid(transaction);
    },
  };
  return {
    open: (action: CoinAction) => {
      if (restricted && paysOut(action)) {
        toast.info('Cannot perform this transaction!');
        return;
      }
      setFlow(flow + 1);
      setShown(action);
    },
    sheets: (
      <>
        <SellSheet key={`sell ${flow}`} open={shown === 'sell'} {...paying} />
        <SendSheet key={`send ${flow}`} open={shown === 'send'} {...paying} />
        <ReceiveSheet key={`receive ${flow}`} open={shown === 'receive'} {...shared} />
      </>
    ),
  };
}
