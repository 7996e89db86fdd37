import type { Contract } from '@/api/contract';

/** What money leaves a wallet for. */
export type PaymentKind = 'withdrawal' | 'wallet_transfer' | 'address_verification';

interface Row {
  /** What the PIN authorises. */
  action: Contract<'Action'>;
  /** How the history files it. */
  category: Contract<'Category'>;
  label: string;
  /** The page that shows what became of it. */
  result: '/bank-withdraw-success' | '/send-sell-success';
}

export const PAYMENT_KINDS = {
  withdrawal: {
    action: 'withdraw',
    category: 'withdraw',
    label: 'To bank account',
    result: '/bank-withdraw-success',
  },
  wallet_transfer: {
    action: 'wallet_transfer',
    category: 'wallet-transfer',
    label: 'Wallet transfer',
    result: '/send-sell-success',
  },
  address_verification: {
    action: 'address_verification',
    category: 'address-verification',
    label: 'Address verification',
    result: '/send-sell-success',
  },
} as const satisfies Record<PaymentKind, Row>;

const { withdrawal, wallet_transfer, address_verification } = PAYMENT_KINDS;

/** What the history calls each transaction. */
export const CATEGORY_LABELS: Record<Contract<'Category'>, string> = {
  funding: 'Money received',
  referral: 'Referral bonus',
  [withdrawal.category]: withdrawal.label,
  [wallet_transfer.category]: wallet_transfer.label,
  [address_verification.category]: address_verification.label,
};
