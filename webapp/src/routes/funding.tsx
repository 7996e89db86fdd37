import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Copy, Phone } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { PhoneSheet } from '@/features/identity/phone-sheet';
import { fundingQuery, ussdBanksQuery } from '@/features/wallet/queries';
import type { VirtualAccount } from '@/features/wallet/types';
import { useFunded } from '@/features/wallet/use-funded';
import { firstTelling } from '@/lib/told';
import { Breakdown } from '@/payment/breakdown';
import type { Currency } from '@/payment/types';
import { Button, buttonClasses } from '@/ui/button';
import { copyText } from '@/ui/copy';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { Sheet } from '@/ui/sheet';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';

export function BankTransfer() {
  const { amount, code } = getRouteApi('/inside/bank-transfer').useSearch();
  return <Funding currency="NGN" ussd={amount && code ? { amount, code } : null} />;
}

export const BankTransferUsd = () => <Funding currency="USD" ussd={null} />;

/** A USSD transfer that was chosen before: how much, and the bank's template. */
interface Ussd {
  amount: string;
  code: string;
}

function Funding({ currency, ussd }: { currency: Currency; ussd: Ussd | null }) {
  const user = useUser();
  return (
    <Page title={`Fund by bank transfer (${currency})`} back="/dashboard">
      <Opened currency={currency} ussd={ussd} />
      {user && !user.profile.phone && <AskPhone />}
    </Page>
  );
}

/** A bank reaches people by phone; the account is opened all the same. */
function AskPhone() {
  const [open, setOpen] = useState(false);
  return (
    <Card className="flex flex-col gap-3">
      <p>The bank has no phone number to reach you by.</p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Add your phone
      </Button>
      <PhoneSheet open={open} onClose={() => setOpen(false)} />
    </Card>
  );
}

function Opened({ currency, ussd }: { currency: Currency; ussd: Ussd | null }) {
  const [bvn, setBvn] = useState<string>();
  const funding = useQuery(fundingQuery(currency, bvn));
  const refused = funding.error?.violations.filter(({ field }) => field === 'bvn') ?? [];
  if (refused.length > 0) return <AskBvn refusal={refused[0]?.message} onGiven={setBvn} />;
  return (
    <Loaded query={funding} waiting={<ListSkeleton rows={3} />}>
      {(answer) =>
        'account_number' in answer ? (
          <>
            {ussd && <Dial {...ussd} account={answer} />}
            <Account account={answer} />
          </>
        ) : (
          <AskBvn refusal={undefined} onGiven={setBvn} />
        )
      }
    </Loaded>
  );
}

/** The code to dial. Only a bank's own template is filled in: an address from elsewhere could hold one that pays others. */
function Dial({ amount, code, account }: Ussd & { account: VirtualAccount }) {
  const banks = useQuery(ussdBanksQuery);
  const bank = banks.data?.find(({ ussd_template }) => ussd_template === code);
  if (!bank) return null;
  const { account_number } = account;
  const dialled = evaluate('funding.ussd', { template: code, amount, account_number });
  if (!dialled.valid) return null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">Dial with the phone number that {bank.name} knows</h2>
      <p className="figures text-lg font-bold wrap-anywhere">{dialled.code}</p>
      <div className="grid grid-cols-2 gap-3">
        <a href={dialled.link} className={buttonClasses('primary')}>
          <Phone aria-hidden className="size-5" /> Dial
        </a>
        <Button look="quiet" onClick={() => void copyText(dialled.code)}>
          <Copy aria-hidden className="size-5" /> Copy
        </Button>
      </div>
    </Card>
  );
}

/** The bank's demand, and the sheet that answers it. */
function AskBvn({ refusal, onGiven }: { refusal: string | undefined; onGiven: (bvn: string) => void }) {
  const [open, setOpen] = useState(true);
  return (
    <EmptyState title="The bank needs your bank verification number (BVN) before it opens an account for you.">
      <Button onClick={() => setOpen(true)}>Enter your BVN</Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Your BVN">
        <BvnForm refusal={refusal} onGiven={onGiven} />
      </Sheet>
    </EmptyState>
  );
}

function BvnForm({ refusal, onGiven }: { refusal: string | undefined; onGiven: (bvn: string) => void }) {
  const form = useEngineForm('bvn', { defaultValues: { bvn: '' } });
  return (
    <Form
      onSubmit={form.handleSubmit(({ bvn }) => onGiven(String(bvn)))}
      action="Continue"
      error={form.formError}
    >
      <TextField
        label="BVN"
        inputMode="numeric"
        maxLength={11}
        autoComplete="off"
        hint="Eleven digits. Dial *565*0# to see yours."
        error={form.errorOf('bvn') ?? refusal}
        {...form.register('bvn')}
      />
    </Form>
  );
}

/** What a transfer in dollars costs, before it is made. */
function Costs() {
  const [amount, setAmount] = useState('');
  const quoted = evaluate('funding.quote', { method: 'bank', currency: 'USD', amount });
  const [violation] = amount === '' ? [] : (quoted.violations ?? []);
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-sm font-semibold text-muted">A fee of 1% is taken from each transfer</h2>
      <TextField
        label="What should arrive (USD)"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        error={violation?.message}
      />
      {quoted.valid && (
        <div aria-live="polite">
          <Breakdown lines={quoted.lines} total={quoted.total} currency="USD" totalLabel="Send" />
        </div>
      )}
    </Card>
  );
}

function Account({ account }: { account: VirtualAccount }) {
  const rows: [string, string | null | undefined][] = [
    ['Bank', account.bank_name],
    ['Account number', account.account_number],
    ['Account name', account.account_name],
    ['Routing number', account.routing_number],
    ['SWIFT code', account.swift_code],
  ];
  return (
    <>
      <p className="text-muted">
        Send money to this account from any bank. It lands in your {account.currency} wallet automatically.
      </p>
      {account.currency === 'USD' && <Costs />}
      <Card>
        <dl className="flex flex-col">
          {rows
            .filter((row): row is [string, string] => Boolean(row[1]))
            .map(([name, value]) => (
              <div key={name} className="border-b border-line py-2 last:border-0">
                <dt className="text-xs text-muted">{name}</dt>
                <dd className="flex min-h-11 items-center justify-between gap-3">
                  <span className="figures min-w-0 truncate font-semibold">{value}</span>
                  <button
                    type="button"
                    className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken"
                    aria-label={`Copy ${name.toLowerCase()}`}
                    onClick={() => void copyText(value)}
                  >
                    <Copy aria-hidden className="size-5" />
                  </button>
                </dd>
              </div>
            ))}
        </dl>
      </Card>
      <Waiting currency={account.currency} />
    </>
  );
}

function Waiting({ currency }: { currency: Currency }) {
  const navigate = useNavigate();
  useFunded(currency, (credit) => {
    if (firstTelling(credit.reference)) toast.success('Transaction received');
    void navigate({
      to: '/bank-transfer-success',
      search: { amount: credit.net_amount, currency: credit.currency, reference: credit.reference },
    });
  });
  return (
    <p role="status" className="flex items-center justify-center gap-3 text-sm text-muted">
      <span
        aria-hidden
        className="size-2.5 shrink-0 animate-[breathe_1.2s_infinite] rounded-full bg-accent"
      />
      Waiting for your transfer. You can leave this page: the money arrives all the same.
    </p>
  );
}
