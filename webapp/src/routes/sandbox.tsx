import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LoanDesk } from '@/features/sandbox/loans';
import { CoinArrival, MarketPrice, Predictions } from '@/features/sandbox/market';
import { type Behaviour, useAdvanceClock, useCredit, useSetBehaviour } from '@/features/sandbox/mutations';
import { Orders } from '@/features/sandbox/orders';
import {
  accountsQuery,
  behavioursQuery,
  messagesQuery,
  payoutsQuery,
  personsQuery,
  pushesQuery,
} from '@/features/sandbox/queries';
import { SupportDesk } from '@/features/sandbox/support';
import { Button, buttonClasses } from '@/ui/button';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';

/** Simulates the providers: reads messages, credits money, makes calls fail. */
export function Sandbox() {
  return (
    <Page title="Sandbox console">
      <Link to="/sandbox/rules" className={buttonClasses('quiet', true)}>
        Try out the rules
      </Link>
      <Messages />
      <Pushes />
      <SupportDesk />
      <LoanDesk />
      <Credits />
      <CoinArrival />
      <MarketPrice />
      <Predictions />
      <TimePasses />
      <Behaviours />
      <Payouts />
      <Orders />
      <Persons />
    </Page>
  );
}

function Messages() {
  const [to, setTo] = useState('');
  const messages = useQuery(messagesQuery(to));
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">Messages sent</h2>
      <TextField
        label="Receiver"
        placeholder="Everybody"
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Loaded query={messages} waiting={<ListSkeleton rows={2} />} empty={<EmptyState title="No data!" />}>
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((message) => (
              <li key={message.id} className="rounded-control bg-sunken p-4 text-sm">
                <p className="text-xs text-muted">
                  {`${message.channel} to ${message.to}, ${new Date(message.sent_at).toLocaleTimeString()}`}
                </p>
                <p className="font-semibold">{message.subject}</p>
                {message.code && <p className="figures py-1 text-xl font-bold">{message.code}</p>}
                <p className="whitespace-pre-line">{message.text}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Pushes() {
  const pushes = useQuery(pushesQuery);
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">Push messages sent</h2>
      <Loaded query={pushes} waiting={<ListSkeleton rows={2} />} empty={<EmptyState title="No data!" />}>
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((push) => (
              <li key={push.id} className="rounded-control bg-sunken p-4 text-sm">
                <p className="break-all text-xs text-muted">
                  {`${push.urgency} to ${push.endpoint}, ${new Date(push.sent_at).toLocaleTimeString()}`}
                </p>
                <p className="break-words">{push.payload}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

const A_DAY_HOURS = 24;

function TimePasses() {
  const pass = useAdvanceClock();
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">Let time pass</h2>
      <p className="text-sm text-muted">
        Applies to this server until it is restarted. Everyone is signed out.
      </p>
      <Button wide look="quiet" busy={pass.isPending} onClick={() => pass.mutate(A_DAY_HOURS)}>
        A day passes
      </Button>
    </Card>
  );
}

function Credits() {
  const accounts = useQuery(accountsQuery);
  const [account, setAccount] = useState('');
  const [amount, setAmount] = useState('5000.00');
  const credit = useCredit();
  return (
    <Card>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          credit.mutate({ account_number: account, amount });
        }}
        action="Send money"
        busy={credit.isPending}
        disabled={account === ''}
      >
        <h2 className="text-lg font-semibold">Credit an account</h2>
        <SelectField
          label="Account"
          placeholder="Please choose"
          value={account}
          onChange={(event) => setAccount(event.target.value)}
          options={(accounts.data ?? []).map((row) => ({
            value: row.account_number,
            label: `${row.account_number} ${row.currency} ${row.account_name} (${row.email})`,
          }))}
        />
        <TextField
          label="Amount"
          inputMode="decimal"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
      </Form>
    </Card>
  );
}

const OUTCOMES: { value: Behaviour['outcome']; label: string }[] = [
  { value: 'succeed', label: 'succeeds' },
  { value: 'fail', label: 'refuses' },
  { value: 'lose_answer', label: 'does it, and the answer is lost' },
  { value: 'lose_request', label: 'never hears of it' },
  { value: 'partly', label: 'does a part of it' },
  { value: 'bvn_required', label: 'wants a BVN first' },
];

function Behaviours() {
  const behaviours = useQuery(behavioursQuery);
  const change = useSetBehaviour();
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">How providers behave</h2>
      <Loaded query={behaviours} waiting={<ListSkeleton rows={2} />}>
        {(loaded) =>
          loaded.map((behaviour) => (
            <div key={behaviour.port} className="grid grid-cols-2 gap-3">
              <SelectField
                label={`The provider of ${behaviour.port}`}
                value={behaviour.outcome}
                options={OUTCOMES}
                onChange={(event) =>
                  change.mutate({
                    ...behaviour,
                    outcome: event.target.value as Behaviour['outcome'],
                    times: null,
                  })
                }
              />
              <SelectField
                label="Takes"
                value={String(behaviour.delay_ms)}
                options={[
                  { value: '0', label: 'no time' },
                  { value: '1000', label: 'one second' },
                  { value: '5000', label: 'five seconds' },
                  { value: '30000', label: 'half a minute' },
                ]}
                onChange={(event) =>
                  change.mutate({ ...behaviour, delay_ms: Number.parseInt(event.target.value, 10) })
                }
              />
            </div>
          ))
        }
      </Loaded>
    </Card>
  );
}

function Payouts() {
  const payouts = useQuery(payoutsQuery);
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">Payouts</h2>
      <Loaded query={payouts} waiting={<ListSkeleton rows={2} />} empty={<EmptyState title="No data!" />}>
        {(rows) => (
          <ul className="flex flex-col gap-2 text-sm">
            {rows.map((payout) => (
              <li key={payout.reference} className="figures rounded-control bg-sunken p-3">
                {`${payout.currency} ${payout.amount} to ${payout.account_name}, ${payout.account_number}: ${payout.status}`}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function Persons() {
  const persons = useQuery(personsQuery);
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">Made-up persons</h2>
      <Loaded query={persons} waiting={<ListSkeleton rows={2} />}>
        {(rows) => (
          <ul className="flex flex-col gap-3">
            {rows.map((person) => (
              <li key={person.bvn} className="rounded-control bg-sunken p-4 text-sm">
                <p className="font-semibold">{`${person.first_name} ${person.last_name}`}</p>
                <p className="figures">{`BVN ${person.bvn}, NIN ${person.nin}`}</p>
                <p className="figures text-muted">{`Born ${person.dob}, phone ${person.phone}`}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
