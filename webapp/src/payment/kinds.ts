import type { Contract } from '@/api/contract';

/** The kinds of debit. */
export type PaymentKind = 'withdrawal' | 'wallet_transfer' | 'address_verification';

interface Row {
  /** What the PIN authorises. */
  action: Contract<'Action'>;
  /** Its category in the history. */
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

/** The label of each category in the history. */
export const CATEGORY_LABELS: Record<Contract<'Category'>, string> = {
  funding: 'Money received',
  referral: 'Referral bonus',
  [withdrawal.category]: withdrawal.label,
  [wallet_transfer.category]: wallet_transfer.label,
  [address_verification.category]: address_verification.label,
};
