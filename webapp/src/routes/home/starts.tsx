import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChartLine, HandCoins, type LucideIcon, PiggyBank } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@/api/types';
import { PreserveNairaSheet } from '@/features/plans/preserve-naira-sheet';
import { plansQuery } from '@/features/plans/queries';
import type { PlanView } from '@/features/wallet/account-views';
import { Button, buttonClasses } from '@/ui/button';
import { BUTTONS } from '@/ui/columns';
import { useServices } from '@/ui/configuration';
import { JoinPlan } from '../join-plan';
import { Coins } from './coins';
import { NewestPlans } from './newest-plans';

interface Props {
  view: PlanView;
  user: User;
}

/** The actions of a view of the dashboard. (Document 3, section 2.) */
export default function Starts({ view, user }: Props) {
  const has = useServices();
  if (view === 'investment')
    return (
      <>
        <Start to="/plans" icon={ChartLine}>
          Start Investing
        </Start>
        <NewestPlans view="coins" />
        {has('coins', 'coin_transfers') && <Coins />}
      </>
    );
  if (view === 'loan')
    return user.restricted ? null : (
      <>
        <Start to="/loans" icon={HandCoins}>
          Take Loan
        </Start>
        <NewestPlans view="loan" />
      </>
    );
  return (
    <>
      <Start to="/saves" icon={PiggyBank}>
        Start Saving
      </Start>
      <div className={BUTTONS}>
        <JoinPlan />
        <PreserveNaira />
      </div>
      <NewestPlans view="savings" />
    </>
  );
}

interface StartProps {
  to: '/plans' | '/saves' | '/loans';
  icon: LucideIcon;
  children: string;
}

const Start = ({ to, icon: Icon, children }: StartProps) => (
  <Link to={to} className={buttonClasses('primary', true)}>
    <Icon aria-hidden className="size-5" />
    <span>{children}</span>
  </Link>
);

/** Turning naira into dollars: leads to the savings page with its form filled in. Only where a plan holds another currency. */
function PreserveNaira() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const offered = useQuery(plansQuery('savings')).data ?? [];
  const plans = offered.filter(({ pot_currency, limits }) => pot_currency !== limits.currency);
  if (plans.length === 0) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Preserve Naira
      </Button>
      {open && (
        <PreserveNairaSheet
          plans={plans}
          onClose={() => setOpen(false)}
          onChosen={(search) => void navigate({ to: '/saves', search: { ...search } })}
        />
      )}
    </>
  );
}
