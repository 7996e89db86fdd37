import {
  Bell,
  ChartCandlestick,
  Headset,
  Landmark,
  type LucideIcon,
  Palette,
  PiggyBank,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import type { User } from '@/api/types';
import { type Service, useOffered, useServices } from '@/ui/configuration';

export type PageName =
  | 'profile'
  | 'banks'
  | 'security'
  | 'notifications'
  | 'saving'
  | 'trading'
  | 'appearance'
  | 'help';

export interface SettingsPage {
  page: PageName;
  label: string;
  icon: LucideIcon;
  /** Further words that people search it with. */
  words: string;
  needs?: readonly Service[];
}

/** The pages of the settings, in the order of the list. */
export const PAGES: readonly SettingsPage[] = [
  { page: 'profile', label: 'Profile and verification', icon: UserRound, words: 'me kyc' },
  { page: 'banks', label: 'Banks and withdrawals', icon: Landmark, words: 'money' },
  {
    page: 'security',
    label: 'Security and devices',
    icon: ShieldCheck,
    words: 'fingerprint face passkey unlock safety',
  },
  { page: 'notifications', label: 'Notifications', icon: Bell, words: 'alerts notices messages' },
  { page: 'saving', label: 'Saving and direct debit', icon: PiggyBank, words: 'savings plans' },
  {
    page: 'trading',
    label: 'Trading',
    icon: ChartCandlestick,
    words: 'crypto coins',
    needs: ['signals', 'exchange_keys'],
  },
  { page: 'appearance', label: 'Appearance', icon: Palette, words: 'look display colours' },
  { page: 'help', label: 'Help and data', icon: Headset, words: 'support contact privacy' },
];

/** The pages that the brand offers. */
export function usePages(): SettingsPage[] {
  const has = useServices();
  return useOffered(PAGES).map((one) =>
    one.page === 'saving' && !has('mandates') ? { ...one, label: 'Saving' } : one,
  );
}

export const isPage = (name: string | undefined): name is PageName => PAGES.some(({ page }) => page === name);

/** A single setting: its page, and its place there. */
interface Setting {
  label: string;
  page: PageName;
  at: string;
  words: string;
  needs?: readonly Service[];
  /** Whether this user has it. */
  isOf?: (user: User, has: ReturnType<typeof useServices>) => boolean;
}

export const SETTINGS: readonly Setting[] = [
  {
    label: 'Profile',
    page: 'profile',
    at: 'profile',
    words: 'name picture photo address location date of birth gender',
  },
  {
    label: 'Verification',
    page: 'profile',
    at: 'verification',
    words: 'identity bvn nin selfie liveness verify kyc',
  },
  {
    label: 'Investor profile',
    page: 'profile',
    at: 'questions',
    words: 'questions risk',
    needs: ['coin_sets'],
  },
  { label: 'Referral', page: 'profile', at: 'referral', words: 'invite friend code link bonus points' },
  {
    label: 'Account',
    page: 'banks',
    at: 'account',
    words: 'open wallet number account name receipts sms email qr',
  },
  {
    label: 'Statements',
    page: 'banks',
    at: 'statements',
    words: 'history transactions csv pdf download',
  },
  { label: 'Bank accounts', page: 'banks', at: 'accounts', words: 'saved beneficiary add delete' },
  { label: 'Withdrawals', page: 'banks', at: 'withdrawals', words: 'withdraw transfer sent' },
  { label: 'Transaction PIN', page: 'security', at: 'pin', words: 'code reset change forgotten' },
  { label: 'Password', page: 'security', at: 'password', words: 'change login sign in' },
  {
    label: 'Change email',
    page: 'security',
    at: 'email',
    words: 'address mail',
    isOf: ({ email, has_password }) => email !== '' && has_password,
  },
  {
    label: 'Phone number',
    page: 'security',
    at: 'phone',
    words: 'add mobile confirm',
    isOf: ({ meta }) => !meta.phone_verified,
  },
  {
    label: 'Passkeys',
    page: 'security',
    at: 'passkeys',
    words: 'fingerprint face touch id unlock add remove',
  },
  { label: 'Pay without PIN', page: 'security', at: 'passkeys', words: 'passkey fingerprint face limit' },
  { label: 'Security questions', page: 'security', at: 'questions', words: 'answers support' },
  {
    label: 'Signed in',
    page: 'security',
    at: 'sessions',
    words: 'devices sessions browser log out sign out everywhere',
  },
  {
    label: 'Alerts by email, SMS and chat',
    page: 'notifications',
    at: 'alerts',
    words: 'telegram whatsapp text notices',
  },
  { label: 'Push notifications', page: 'notifications', at: 'push', words: 'phone device' },
  { label: 'Auto save', page: 'saving', at: 'auto-save', words: 'automatic instalments due' },
  {
    label: 'Direct debit',
    page: 'saving',
    at: 'direct-debit',
    words: 'mandate bank automatic cancel',
    needs: ['mandates'],
  },
  {
    label: 'Trade signals',
    page: 'trading',
    at: 'signals',
    words: 'subscription renew predictions alerts',
    needs: ['signals'],
  },
  {
    label: 'Auto trade',
    page: 'trading',
    at: 'auto-trade',
    words: 'automatic orders strategy binance',
    needs: ['signals'],
    isOf: (_, has) => has('exchange_keys'),
  },
  { label: 'Binance', page: 'trading', at: 'exchange', words: 'api key connect', needs: ['exchange_keys'] },
  { label: 'Home screen', page: 'appearance', at: 'look', words: 'start first view app' },
  { label: 'Night mode', page: 'appearance', at: 'look', words: 'dark light theme black' },
  { label: 'Right to left', page: 'appearance', at: 'look', words: 'direction arabic rtl language' },
  { label: 'Chat with us', page: 'help', at: 'chat', words: 'support help contact complaint problem' },
  { label: 'Show tips again', page: 'help', at: 'tips', words: 'tour guide introduction how' },
  { label: 'Check my account', page: 'help', at: 'check', words: 'proof audit rules verify amounts seals' },
  { label: 'Export my data', page: 'help', at: 'export', words: 'download copy privacy json csv' },
  { label: 'Close account', page: 'help', at: 'close', words: 'delete remove leave end' },
];
