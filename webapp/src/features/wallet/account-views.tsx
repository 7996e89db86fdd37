import { useEffect } from 'react';
import type { User } from '@/api/types';
import { setActiveAccount } from '@/lib/active-account';
import type { Elements } from '@/lib/elements';
import { momentOf } from '@/payment/days';
import { Balance } from '@/payment/money';
import { Columns } from '@/ui/columns';
import { type Service, useOffered, useServices } from '@/ui/configuration';
import { Segmented } from '@/ui/segmented';
import { type AccountView, useChooseActive } from './active';
import { InvestView } from './invest-view';
import { PlanSummary } from './plan-summary';
import { Tip } from './tip';
import type { Accounts } from './types';

const VIEWS = [
  { value: 'home', label: 'Home' },
  { value: 'savings', label: 'Savings' },
  { value: 'loan', label: 'Loans' },
  { value: 'investment', label: 'Invest', needs: ['coin_sets'] },
] as const satisfies readonly { value: AccountView; label: string; needs?: readonly Service[] }[];

type Shown = (typeof VIEWS)[number]['value'];

/** The views for saving, investing and borrowing. */
export type PlanView = Exclude<Shown, 'home'>;

interface Props {
  user: User;
  accounts: Accounts;
  /** The view Home. */
  children: Elements;
  /** The actions offered in the other views. */
  starts: (view: PlanView) => Elements;
}

/** The views of the user's money. The last one chosen opens first, on every device. */
export function AccountViews({ user, accounts, children, starts }: Props) {
  const { active_account, summary } = accounts;
  const choose = useChooseActive();
  const views = useOffered(VIEWS);
  // Coins are part of the investments.
  const chosen = active_account === 'crypto' ? 'investment' : active_account;
  const shown: Shown = views.find(({ value }) => value === chosen)?.value ?? 'home';
  // Footer and menu follow the view, also if it was chosen on another device.
  useEffect(() => setActiveAccount(active_account), [active_account]);
  const summaryOf = (view: PlanView) => {
    if (view === 'investment') return <InvestView accounts={accounts} />;
    const { currency } = accounts.total;
    if (view === 'savings')
      return <PlanSummary title="Savings" summary={summary.savings} currency={currency} to="/my-savings" />;
    const to = user.restricted ? null : '/my-loans';
    return <PlanSummary title="Loans" summary={summary.loan} currency={currency} to={to} />;
  };
  return (
    <Segmented
      look="underlined"
      label="Accounts"
      options={views}
      value={shown}
      onChange={(account) => choose({ account })}
    >
      {shown === 'home' && children}
      {shown === 'savings' && (
        <Tip name="savings" title="Savings">
          Put money aside in a savings plan, alone or with others.
        </Tip>
      )}
      {shown === 'investment' && (
        <Tip name="invest" title="Investing">
          Investment plans yield up to 4% in a month. That is not guaranteed: a plan can also lose value.
        </Tip>
      )}
      {shown !== 'home' && <Columns first={summaryOf(shown)} second={starts(shown)} />}
      {shown === 'home' && (
        <Tip name="wallets" title="Your wallets">
          Home shows one wallet at a time. Choose another currency above the balance; the eye hides your
          balances.
        </Tip>
      )}
      <TotalWorth accounts={accounts} />
    </Segmented>
  );
}

/** The total in the base currency, with what it includes, and the age of the rates used. */
function TotalWorth({ accounts: { total, rates_at, summary } }: { accounts: Accounts }) {
  const { coin_sets: sets } = summary;
  const has = useServices();
  const isCounted = sets !== null && sets.value !== null;
  return (
    <p className="text-sm text-muted">
      <span>{isCounted ? 'Total in all wallets and coin sets ' : 'Total in all wallets '}</span>
      <strong className="text-text">
        <Balance amount={total.amount} currency={total.currency} />
      </strong>
      <span>{rates_at === null ? ' (demo rates).' : `, at rates of ${momentOf(rates_at)}.`}</span>
      <span>
        {sets !== null && !isCounted
          ? ' Your coin sets are not in it: their prices are not available at the moment.'
          : has('coins')
            ? ' Coins count at the price at which you can sell them now. Savings and loans are not in it.'
            : ' Savings and loans are not in it.'}
      </span>
    </p>
  );
}
