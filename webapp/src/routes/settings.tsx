import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import {
  ArrowUpRight,
  BadgeCheck,
  ChevronRight,
  Compass,
  DoorClosed,
  KeyRound,
  Landmark,
  ListChecks,
  LockKeyhole,
  Mail,
  MessageCircleQuestion,
  Phone,
  Signpost,
  Target,
  UserRound,
  UserRoundPlus,
  WalletCards,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { sessionOver } from '@/api/client';
import type { Contract } from '@/api/contract';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { ReferralCard } from '@/features/community/referral-card';
import { EmailSheet } from '@/features/identity/email-sheet';
import { OpenAccountSheet } from '@/features/identity/open-account-sheet';
import { PasswordSheet, passwordTitle } from '@/features/identity/password-sheet';
import { PhoneSheet } from '@/features/identity/phone-sheet';
import { pinStatusQuery } from '@/features/identity/pin';
import { PinSheet } from '@/features/identity/pin-sheet';
import { SessionsCard } from '@/features/identity/sessions-card';
import { AlertsCard } from '@/features/settings/alerts-card';
import { ClosingSheet } from '@/features/settings/closing-sheet';
import { DataCard } from '@/features/settings/data-card';
import { useOwnSettings } from '@/features/settings/own-settings';
import { PushRow } from '@/features/settings/push-row';
import { SavingCard } from '@/features/settings/saving-card';
import { AlertCard } from '@/features/signals/alert-card';
import { AutoTradeCard } from '@/features/signals/auto-trade-card';
import { ExchangeCard } from '@/features/signals/exchange-card';
import { MandatesCard } from '@/features/wallet/mandates-card';
import { repeatTour } from '@/features/wallet/tour';
import { Columns } from '@/ui/columns';
import { useConfiguration } from '@/ui/configuration';
import { Card, Page } from '@/ui/page';
import { usePinFirst } from './use-pin-first';

const OPENS_AFTER_MS = 700;
const ROW = 'flex min-h-14 w-full items-center gap-3 text-start font-medium';

/** Without the permission the server would refuse, so the entry is hidden. */
const mayOpenAccounts = ({ roles }: User): boolean =>
  evaluate('permission.check', { roles, permission: 'users.create' }).allowed;

export function Settings() {
  const { currency, operation, mandate } = getRouteApi('/inside/settings').useSearch();
  const navigate = useNavigate();
  // By the notice of the dashboard, which the address tells on arrival.
  const [ledHere] = useState(operation === 'reset-pin');
  const [pinOpen, setPinOpen] = useState(false);
  const [pinCurrency, setPinCurrency] = useState<Contract<'Currency'>>('NGN');
  const [passwordOpen, setPasswordOpen] = useState(false);
  const [emailOpen, setEmailOpen] = useState(false);
  const [phoneOpen, setPhoneOpen] = useState(false);
  const [opening, setOpening] = useState(false);
  const [closing, setClosing] = useState(false);
  const configuration = useConfiguration();
  const pushKey = configuration?.push_key;
  const user = useUser();
  const before = usePinFirst((user?.settings.base_currency ?? 'NGN') as Contract<'Currency'>, true);
  useOwnSettings();

  useEffect(() => {
    if (operation !== 'reset-pin') return;
    const timer = setTimeout(() => {
      // From the address: the server refuses what is no currency.
      setPinCurrency((currency ?? 'NGN') as Contract<'Currency'>);
      setPinOpen(true);
    }, OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [operation, currency]);

  return (
    <Page title="Settings" wide>
      <Columns
        first={
          <>
            <Card>
              <Link to="/profile" className={ROW}>
                <Entry icon={<UserRound aria-hidden className="size-5" />} label="Profile" />
              </Link>
              <Link to="/account" className={ROW}>
                <Entry icon={<WalletCards aria-hidden className="size-5" />} label="Account" />
              </Link>
              <Link to="/verify" className={ROW}>
                <Entry icon={<BadgeCheck aria-hidden className="size-5" />} label="Verification" />
              </Link>
              <Link to="/questions" className={ROW}>
                <Entry icon={<ListChecks aria-hidden className="size-5" />} label="Investor profile" />
              </Link>
              <Link to="/select-app" className={ROW}>
                <Entry icon={<Compass aria-hidden className="size-5" />} label="Home screen" />
              </Link>
              <button
                type="button"
                className={ROW}
                onClick={() => {
                  repeatTour();
                  void navigate({ to: '/dashboard' });
                }}
              >
                <Entry icon={<Signpost aria-hidden className="size-5" />} label="Show the tour" />
              </button>
              <Link to="/bank-account" className={ROW}>
                <Entry icon={<Landmark aria-hidden className="size-5" />} label="Bank accounts" />
              </Link>
              <Link to="/strategy" className={ROW}>
                <Entry icon={<Target aria-hidden className="size-5" />} label="Strategy" />
              </Link>
              <Link to="/withdraw" className={ROW}>
                <Entry icon={<ArrowUpRight aria-hidden className="size-5" />} label="Withdrawals" />
              </Link>
            </Card>
            <Card>
              <h2 className="pb-2 text-sm font-semibold text-muted">Security</h2>
              <PinRows
                onOpen={(chosen) => {
                  setPinCurrency(chosen);
                  setPinOpen(true);
                }}
              />
              <button type="button" className={ROW} onClick={() => setPasswordOpen(true)}>
                <Entry
                  icon={<LockKeyhole aria-hidden className="size-5" />}
                  label={user ? passwordTitle(user) : 'Password'}
                />
              </button>
              {user && user.email !== '' && user.has_password && (
                <button type="button" className={ROW} onClick={() => setEmailOpen(true)}>
                  <Entry icon={<Mail aria-hidden className="size-5" />} label="Change email" />
                </button>
              )}
              {user && !user.meta.phone_verified && (
                <button type="button" className={ROW} onClick={() => setPhoneOpen(true)}>
                  <Entry icon={<Phone aria-hidden className="size-5" />} label="Add phone" />
                </button>
              )}
              <Link to="/security-questions" className={ROW}>
                <Entry
                  icon={<MessageCircleQuestion aria-hidden className="size-5" />}
                  label="Security questions"
                />
              </Link>
            </Card>
            {user && mayOpenAccounts(user) && (
              <Card>
                <h2 className="pb-2 text-sm font-semibold text-muted">Customers</h2>
                <button type="button" className={ROW} onClick={() => setOpening(true)}>
                  <Entry icon={<UserRoundPlus aria-hidden className="size-5" />} label="Open an account" />
                </button>
                <OpenAccountSheet open={opening} onClose={() => setOpening(false)} />
              </Card>
            )}
            <SessionsCard />
          </>
        }
        second={
          <>
            <AlertsCard />
            <SavingCard />
            {user && <AlertCard user={user} before={before} />}
            <ExchangeCard />
            <AutoTradeCard orders />
            {configuration?.mandates && <MandatesCard returned={mandate} />}
            {user && <ReferralCard user={user} />}
            {pushKey && (
              <Card>
                <h2 className="pb-2 text-sm font-semibold text-muted">On this device</h2>
                <PushRow pushKey={pushKey} />
              </Card>
            )}
            <DataCard />
            <Card>
              <button type="button" className={ROW} onClick={() => setClosing(true)}>
                <Entry icon={<DoorClosed aria-hidden className="size-5" />} label="Close account" />
              </button>
            </Card>
          </>
        }
      />
      {user && (
        <PasswordSheet
          user={user}
          open={passwordOpen}
          onClose={() => setPasswordOpen(false)}
          onSet={() => sessionOver('Your password is set. Please log in.')}
        />
      )}
      <ClosingSheet open={closing} onClose={() => setClosing(false)} />
      <EmailSheet open={emailOpen} onClose={() => setEmailOpen(false)} />
      <PhoneSheet open={phoneOpen} onClose={() => setPhoneOpen(false)} />
      <PinSheet
        currency={pinCurrency}
        open={pinOpen}
        onClose={() => {
          setPinOpen(false);
          // Coming back to this page must not open the dialog again.
          if (operation) void navigate({ to: '/settings', replace: true });
        }}
        onSaved={() => {
          if (ledHere) void navigate({ to: '/dashboard' });
        }}
      />
    </Page>
  );
}

/** A row for each currency that has a PIN, and for the naira, whose PIN everybody needs. */
function PinRows({ onOpen }: { onOpen: (currency: Contract<'Currency'>) => void }) {
  const statuses = Object.entries(useQuery(pinStatusQuery).data ?? {});
  const others = statuses.filter(([currency, status]) => currency !== 'NGN' && status !== 'absent');
  const currencies = ['NGN', ...others.map(([currency]) => currency)] as Contract<'Currency'>[];
  return currencies.map((currency) => (
    <button key={currency} type="button" className={ROW} onClick={() => onOpen(currency)}>
      <Entry
        icon={<KeyRound aria-hidden className="size-5" />}
        label={others.length > 0 ? `Transaction PIN (${currency})` : 'Transaction PIN'}
      />
    </button>
  ));
}

function Entry({ icon, label }: { icon: ReactNode; label: string }) {
  return (
    <>
      <span className="roomy grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-text">
        {icon}
      </span>
      <span className="min-w-0 grow">{label}</span>
      <ChevronRight aria-hidden className="roomy size-5 shrink-0 text-muted rtl:rotate-180" />
    </>
  );
}
