import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { fundingQuery } from '@/features/wallet/queries';
import type { VirtualAccount } from '@/features/wallet/types';
import { useFunded } from '@/features/wallet/use-funded';
import { firstTelling } from '@/lib/told';
import type { Currency } from '@/payment/types';
import { copyText } from '@/ui/copy';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';

export const BankTransfer = () => <Funding currency="NGN" />;
export const BankTransferUsd = () => <Funding currency="USD" />;

function Funding({ currency }: { currency: Currency }) {
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
              <Account account={answer} />
            ) : (
              <AskBvn error={undefined} onGiven={setBvn} />
            )
          }
        </Loaded>
      )}
    </Page>
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
        Send money to this account from any bank. It arrives in your {account.currency} wallet by itself.
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
