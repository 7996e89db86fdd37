import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ExchangeSheet } from '@/features/wallet/exchange/exchange-sheet';
import type { Pair } from '@/features/wallet/exchange/queries';
import type { Wallet } from '@/features/wallet/types';
import { resultOf } from '@/payment/result';
import { usePinFirst } from '../use-pin-first';

interface Props {
  open: boolean;
  wallets: readonly Wallet[];
  /** The pair that the sheet opens with. */
  first: Pair;
  onClose: () => void;
}

/** Converting money on the dashboard. A missing PIN of the paying wallet is set first. */
export default function Convert({ open, wallets, first, onClose }: Props) {
  const navigate = useNavigate();
  const [pair, setPair] = useState(first);
  const before = usePinFirst(pair.from, open);
  return (
    <ExchangeSheet
      open={open}
      wallets={wallets}
      pair={pair}
      onPair={setPair}
      before={before}
      onClose={onClose}
      onPaid={(transaction) => {
        onClose();
        void navigate(resultOf(transaction));
      }}
    />
  );
}
