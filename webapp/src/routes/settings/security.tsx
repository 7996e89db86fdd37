import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { KeyRound, LockKeyhole, Mail, MessageCircleQuestion, Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sessionOver } from '@/api/client';
import type { Contract } from '@/api/contract';
import { useUser } from '@/api/use-session';
import { EmailSheet } from '@/features/identity/email-sheet';
import { PasskeysCard } from '@/features/identity/passkeys/passkeys-card';
import { PasswordSheet, passwordTitle } from '@/features/identity/password-sheet';
import { PhoneSheet } from '@/features/identity/phone-sheet';
import { isPinSet, pinStatusQuery } from '@/features/identity/pin';
import { PinSheet } from '@/features/identity/pin-sheet';
import { SessionsCard } from '@/features/identity/sessions-card';
import { Card } from '@/ui/page';
import { Row } from '@/ui/row';
import { At } from './at';

type Currency = Contract<'Currency'>;

const OPENS_AFTER_MS = 700;

/** The protection of the account, and the devices where it is signed in. */
export default function SecuritySettings() {
  const [pin, setPin] = useState<Currency | null>(null);
  const [sheet, setSheet] = useState<'password' | 'email' | 'phone' | null>(null);
  const user = useUser();
  const close = () => setSheet(null);
  return (
    <>
      <Card>
        <At name="pin">
          <PinRows onOpen={setPin} />
        </At>
        <At name="password">
          <Row
            icon={LockKeyhole}
            label={user ? passwordTitle(user) : 'Password'}
            onClick={() => setSheet('password')}
          />
        </At>
        {user && user.email !== '' && user.has_password && (
          <At name="email">
            <Row icon={Mail} label="Change email" onClick={() => setSheet('email')} />
          </At>
        )}
        {user && !user.meta.phone_verified && (
          <At name="phone">
            <Row
              icon={Phone}
              label={user.phone ? 'Confirm phone' : 'Add phone'}
              onClick={() => setSheet('phone')}
            />
          </At>
        )}
        <At name="questions">
          <Row to="/security-questions" icon={MessageCircleQuestion} label="Security questions" />
        </At>
      </Card>
      <At name="passkeys">
        <PasskeysCard />
      </At>
      <At name="sessions">
        <SessionsCard />
      </At>
      {user && (
        <PasswordSheet
          user={user}
          open={sheet === 'password'}
          onClose={close}
          onSet={() => sessionOver('Your password is set. Please log in.')}
        />
      )}
      <EmailSheet open={sheet === 'email'} onClose={close} />
      <PhoneSheet open={sheet === 'phone'} onClose={close} />
      <Pin chosen={pin} onChosen={setPin} />
    </>
  );
}

interface PinProps {
  chosen: Currency | null;
  onChosen: (currency: Currency | null) => void;
}

/** The PIN dialog. It opens by itself if the address asks for it. (Document 2, section 2.) */
function Pin({ chosen, onChosen }: PinProps) {
  const { currency, operation } = getRouteApi('/inside/settings').useSearch();
  const navigate = useNavigate();
  const { data: statuses } = useQuery(pinStatusQuery);
  // Whether a notice of the dashboard led here; the address has it only on arrival.
  const [ledHere] = useState(operation === 'reset-pin');
  // A closing sheet keeps its title.
  const [last, setLast] = useState<Currency>('NGN');
  if (chosen !== null && chosen !== last) setLast(chosen);

  useEffect(() => {
    if (operation !== 'reset-pin') return;
    const timer = setTimeout(() => onChosen((currency ?? 'NGN') as Currency), OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [operation, currency, onChosen]);

  return (
    <PinSheet
      // The address may name an invalid currency.
      currency={statuses && !Object.hasOwn(statuses, last) ? 'NGN' : last}
      open={chosen !== null}
      onClose={() => {
        onChosen(null);
        // Returning to this page must not open the dialog again.
        if (operation) void navigate({ to: '/settings/$page', params: { page: 'security' }, replace: true });
      }}
      onSaved={() => {
        if (ledHere) void navigate({ to: '/dashboard' });
      }}
    />
  );
}

/** A row for each currency with a PIN, and for the naira, whose PIN every user needs. */
function PinRows({ onOpen }: { onOpen: (currency: Currency) => void }) {
  const { data } = useQuery(pinStatusQuery);
  const statuses = Object.entries(data ?? {});
  const others = statuses.filter(([currency, status]) => currency !== 'NGN' && status !== 'absent');
  const currencies = ['NGN', ...others.map(([currency]) => currency)] as Currency[];
  return (
    <>
      {currencies.map((currency) => (
        <Row
          key={currency}
          icon={KeyRound}
          label={others.length > 0 ? `Transaction PIN (${currency})` : 'Transaction PIN'}
          value={data && (isPinSet(data[currency]) ? 'Set' : 'Not set')}
          onClick={() => onOpen(currency)}
        />
      ))}
    </>
  );
}
