import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Copy, Phone } from 'lucide-react';
import { useState } from 'react';
import { evaluate } from '@/engine';
import { fundingQuery, ussdBanksQuery } from '@/features/wallet/queries';
import type { VirtualAccount } from '@/features/wallet/types';
import { useFunded } from '@/features/wallet/use-funded';
import { firstTelling } from '@/lib/told';
import type { Currency } from '@/payment/types';
import { Button, buttonClasses } from '@/ui/button';
import { copyText } from '@/ui/copy';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
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
  const [bvn, setBvn] = useState<string>();
  const funding = useQuery(fundingQuery(currency, bvn));
  // The number is validated on the server only: it must not stay in this page.
  const refusedBvn = funding.error?.violations.find(({ field }) => field === 'bvn')?.message;
  return (
    <Page title={`Fund by bank transfer (${currency})`} back="/dashboard">
      {refusedBvn !== undefined ? (
        <AskBvn error={refusedBvn} onGiven={setBvn} />
      ) : (
        <Loaded query={funding} waiting={<ListSkeleton rows={3} />}>
          {(answer) =>
            'account_number' in answer ? (
              <>
                {ussd && <Dial {...ussd} account={answer} />}
                <Account account={answer} />
              </>
            ) : (
              <AskBvn error={undefined} onGiven={setBvn} />
            )
          }
        </Loaded>
      )}
    </Page>
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

function AskBvn({ error, onGiven }: { error: string | undefined; onGiven: (bvn: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <Card>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          onGiven(typed);
        }}
        action="Continue"
      >
        <p>The bank needs your bank verification number (BVN) before it opens an account for you.</p>
        <TextField
          label="BVN"
          inputMode="numeric"
          maxLength={11}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={error}
        />
      </Form>
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
