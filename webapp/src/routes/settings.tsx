import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  ArrowUpRight,
  BadgeCheck,
  DoorClosed,
  KeyRound,
  Landmark,
  ListChecks,
  LockKeyhole,
  LogOut,
  Mail,
  MessageCircle,
  MessageCircleQuestion,
  Phone,
  Signpost,
  Target,
  UserRound,
  UserRoundPlus,
  WalletCards,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { leave, sessionOver } from '@/api/client';
import type { Contract } from '@/api/contract';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { ReferralCard } from '@/features/community/referral-card';
import { EmailSheet } from '@/features/identity/email-sheet';
import { PasskeysCard } from '@/features/identity/passkeys/passkeys-card';
import { PasswordSheet, passwordTitle } from '@/features/identity/password-sheet';
import { doneOf, PersonCard } from '@/features/identity/person-card';
import { PhoneSheet } from '@/features/identity/phone-sheet';
import { isPinSet, pinStatusQuery } from '@/features/identity/pin';
import { PinSheet } from '@/features/identity/pin-sheet';
import { SessionsCard } from '@/features/identity/sessions-card';
import { verificationOf } from '@/features/identity/verification';
import { AlertsCard } from '@/features/settings/alerts-card';
import { AppearanceCard } from '@/features/settings/appearance-card';
import { ClosingSheet } from '@/features/settings/closing-sheet';
import { DataRow } from '@/features/settings/data-row';
import { useOwnSettings } from '@/features/settings/own-settings';
import { PushRow } from '@/features/settings/push-row';
import { SavingCard } from '@/features/settings/saving-card';
import { AlertCard } from '@/features/signals/alert-card';
import { AutoTradeCard } from '@/features/signals/auto-trade-card';
import { ExchangeCard } from '@/features/signals/exchange-card';
import { useAutoTradeOffered } from '@/features/signals/subscription';
import { MandatesCard } from '@/features/wallet/mandates-card';
import { beneficiariesQuery } from '@/features/wallet/queries';
import { repeatTour } from '@/features/wallet/tour';
import type { Elements } from '@/lib/elements';
import { Button } from '@/ui/button';
import { Columns } from '@/ui/columns';
import { useConfiguration, useServices } from '@/ui/configuration';
import { Card, Page } from '@/ui/page';
import { Row } from '@/ui/row';
import { usePinFirst } from './use-pin-first';

const OPENS_AFTER_MS = 700;

// Few users may open accounts for others: only they load the sheet.
const OpenAccountSheet = lazy(async () => ({
  default: (await import('@/features/identity/open-account-sheet')).OpenAccountSheet,
}));

/** Without the permission the server would refuse, so the entry is hidden. */
const mayOpenAccounts = ({ roles }: User): boolean =>
  evaluate('permission.check', { roles, permission: 'users.create' }).allowed;

export function Settings() {
  const { currency, operation, mandate } = getRouteApi('/inside/settings').useSearch();
  const navigate = useNavigate();
  // Whether a notice of the dashboard led here; the address has it only on arrival.
  const [ledHere] = useState(operation === 'reset-pin');
  const [pinOpen, setPinOpen] = useState(false);
  const [pinCurrency, setPinCurrency] = useState<Contract<'Currency'>>('NGN');
  const [passwordOpen, setPasswordOpen] = useState(false);
  const [emailOpen, setEmailOpen] = useState(false);
  const [phoneOpen, setPhoneOpen] = useState(false);
  const [opening, setOpening] = useState(false);
  const [closing, setClosing] = useState(false);
  const pushKey = useConfiguration()?.push_key;
  const has = useServices();
  const trades = useAutoTradeOffered();
  const user = useUser();
  const pins = useQuery(pinStatusQuery);
  const accounts = useQuery(beneficiariesQuery());
  const verification =
    user && pins.data && accounts.data
      ? verificationOf(user, pins.data.NGN, accounts.data.total, has('identity'))
      : undefined;
  const before = usePinFirst((user?.settings.base_currency ?? 'NGN') as Contract<'Currency'>, true);
  useOwnSettings();

  useEffect(() => {
    if (operation !== 'reset-pin') return;
    const timer = setTimeout(() => {
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
            {user && <PersonCard user={user} verification={verification} />}
            <Group title="Account">
              <Row to="/profile" icon={UserRound} label="Profile" />
              <Row to="/account" icon={WalletCards} label="Account" />
              <Row
                to="/verify"
                icon={BadgeCheck}
                label="Verification"
                value={verification && `${doneOf(verification)} of ${verification.steps.length}`}
              />
              {has('coin_sets') && <Row to="/questions" icon={ListChecks} label="Investor profile" />}
            </Group>
            <Group title="Money">
              <Row
                to="/bank-account"
                icon={Landmark}
                label="Bank accounts"
                value={accounts.data && `${accounts.data.total} saved`}
              />
              <Row to="/withdraw" icon={ArrowUpRight} label="Withdrawals" />
              {trades && <Row to="/strategy" icon={Target} label="Strategy" />}
            </Group>
            <Group title="Security">
              <PinRows
                onOpen={(chosen) => {
                  setPinCurrency(chosen);
                  setPinOpen(true);
                }}
              />
              <Row
                icon={LockKeyhole}
                label={user ? passwordTitle(user) : 'Password'}
                onClick={() => setPasswordOpen(true)}
              />
              {user && user.email !== '' && user.has_password && (
                <Row icon={Mail} label="Change email" onClick={() => setEmailOpen(true)} />
              )}
              {user && !user.meta.phone_verified && (
                <Row icon={Phone} label="Add phone" onClick={() => setPhoneOpen(true)} />
              )}
              <Row to="/security-questions" icon={MessageCircleQuestion} label="Security questions" />
            </Group>
            {user && mayOpenAccounts(user) && (
              <Group title="Customers">
                <Row icon={UserRoundPlus} label="Open an account" onClick={() => setOpening(true)} />
                <Suspense>
                  <OpenAccountSheet open={opening} onClose={() => setOpening(false)} />
                </Suspense>
              </Group>
            )}
            <PasskeysCard />
            <SessionsCard />
            <AlertsCard />
            {pushKey && (
              <Group title="On this device">
                <PushRow pushKey={pushKey} />
              </Group>
            )}
          </>
        }
        second={
          <>
            <SavingCard />
            {has('mandates') && <MandatesCard returned={mandate} />}
            {has('signals') && user && <AlertCard user={user} before={before} />}
            <ExchangeCard />
            {trades && <AutoTradeCard orders />}
            {user && <ReferralCard user={user} />}
            <AppearanceCard />
            <Group title="Help">
              <Row to="/chat" icon={MessageCircle} label="Chat with us" />
              <Row
                icon={Signpost}
                label="Show the tour"
                onClick={() => {
                  repeatTour();
                  void navigate({ to: '/dashboard' });
                }}
              />
            </Group>
            <Group title="Your data">
              <DataRow />
              <Row icon={DoorClosed} label="Close account" onClick={() => setClosing(true)} />
            </Group>
            <Button look="plain" wide onClick={leave}>
              <LogOut aria-hidden className="size-5 rtl:rotate-180" />
              <span>Log out</span>
            </Button>
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
        // The address may name an invalid currency.
        currency={pins.data && !Object.hasOwn(pins.data, pinCurrency) ? 'NGN' : pinCurrency}
        open={pinOpen}
        onClose={() => {
          setPinOpen(false);
          // Returning to this page must not open the dialog again.
          if (operation) void navigate({ to: '/settings', replace: true });
        }}
        onSaved={() => {
          if (ledHere) void navigate({ to: '/dashboard' });
        }}
      />
    </Page>
  );
}

/** A row for each currency with a PIN, and for the naira, whose PIN every user needs. */
function PinRows({ onOpen }: { onOpen: (currency: Contract<'Currency'>) => void }) {
  const { data } = useQuery(pinStatusQuery);
  const statuses = Object.entries(data ?? {});
  const others = statuses.filter(([currency, status]) => currency !== 'NGN' && status !== 'absent');
  const currencies = ['NGN', ...others.map(([currency]) => currency)] as Contract<'Currency'>[];
  return currencies.map((currency) => (
    <Row
      key={currency}
      icon={KeyRound}
      label={others.length > 0 ? `Transaction PIN (${currency})` : 'Transaction PIN'}
      value={data && (isPinSet(data[currency]) ? 'Set' : 'Not set')}
      onClick={() => onOpen(currency)}
    />
  ));
}

function Group({ title, children }: { title: string; children: Elements }) {
  return (
    <Card>
      <h2 className="pb-2 text-sm font-semibold text-muted">{title}</h2>
      {children}
    </Card>
  );
}
