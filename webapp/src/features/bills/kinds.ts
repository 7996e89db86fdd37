import type { BodyOf } from '@/api/contract';
import { evaluate } from '@/engine/later';
import { money } from '@/payment/money';
import type { Quote } from '@/payment/types';

/** The kinds of bill, each with its form and its payment of the same name. */
export type BillKind = keyof Bodies;

/** The tabs of the page. (Document 2, section 2.) */
export const TABS = [
  { value: 'airtime', label: 'Airtime' },
  { value: 'data', label: 'Data' },
  { value: 'cable', label: 'Cable' },
  { value: 'power', label: 'Power' },
] as const satisfies readonly { value: BillKind; label: string }[];

/** The tab of a query value; airtime for any other. */
export const tabOf = (type: string | undefined): BillKind =>
  TABS.find(({ value }) => value === type)?.value ?? 'airtime';

/** The networks or the cable services, as options of a form. */
export const servicesOf = (kind: BillKind): { value: string; label: string }[] =>
  evaluate('bill.services', { kind }).services.map(({ code, name }) => ({ value: code, label: name }));

/** The display name of a network or a cable service. */
export const nameOf = (kind: BillKind, code: string): string =>
  servicesOf(kind).find(({ value }) => value === code)?.label ?? code;

/** Kinds that go straight to the PIN, above which everything stands; the others have more to review. */
export const goesToPin = (kind: BillKind): boolean => kind === 'airtime' || kind === 'data';

/** The label of a form's button: the amount, once there is one. */
export const payLabel = (amount: string): string => (amount === '' ? 'Pay' : `Pay ${money(amount, 'NGN')}`);

/** The key under which a tab's values are stored. */
export const keptAs = (kind: BillKind): string => `bills.${kind}`;

/** The request body of each kind. */
export interface Bodies {
  airtime: BodyOf<'POST', '/vas/airtime'>;
  data: BodyOf<'POST', '/vas/data'>;
  cable: BodyOf<'POST', '/vas/cable'>;
  power: BodyOf<'POST', '/vas/power'>;
}

/** A purchase awaiting the user's confirmation. */
export interface Review<K extends BillKind = BillKind> {
  kind: K;
  /** The code of the network, the cable service or the distributor. */
  service: string;
  body: Bodies[K];
  quote: Quote;
  /** The package or the customer's name, for the review. */
  facts: [string, string][];
  /** Why the network may be a wrong one. */
  warning?: string | undefined;
}

/** The naira wallet, as forms need it. */
export interface Wallet {
  balance: string;
  cap: string | null;
  caution: string | undefined;
}

export interface TabProps {
  wallet: Wallet;
  onReview: (review: Review) => void;
}
