import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Copy, Phone } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { PhoneSheet } from '@/features/identity/phone-sheet';
import { AccountDetails } from '@/features/wallet/account-details';
import { ussdBanksQuery } from '@/features/wallet/queries';
import { firstTelling } from '@/lib/told';
import { Breakdown } from '@/payment/breakdown';
import { OwnAccount, WaitingForTransfer } from '@/payment/own-account';
import type { Currency, VirtualAccount } from '@/payment/types';
import { useFunded } from '@/payment/use-funded';
import { Button, buttonClasses } from '@/ui/button';
import { copyText } from '@/ui/copy';
import { TextField } from '@/ui/field';
import { Card, Page } from '@/ui/page';
import { toast } from '@/ui/toast';
import { grouped, plainAmount } from '@/ui/typed';

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
      <OwnAccount currency={currency}>
        {(account) => (
          <>
            {ussd && <Dial {...ussd} account={account} />}
            <Account account={account} />
          </>
        )}
      </OwnAccount>
      {user && !user.profile.phone && <AskPhone />}
    </Page>
  );
}

/** The bank contacts users by phone; the account is opened anyway. */
function AskPhone() {
  const [open, setOpen] = useState(false);
  return (
    <Card className="flex flex-col gap-3">
      <p>Add a phone number so that the bank can reach you.</p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Add your phone
      </Button>
      <PhoneSheet open={open} onClose={() => setOpen(false)} />
    </Card>
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
      <h2 className="text-sm font-semibold text-muted">{`Dial from the phone number registered with ${bank.name}`}</h2>
      <p className="figures text-lg font-bold wrap-anywhere">{dialled.code}</p>
      <div className="grid grid-cols-2 gap-3">
        <a href={dialled.link} className={buttonClasses('primary')}>
          <Phone aria-hidden className="size-5" />
          <span>Dial</span>
        </a>
        <Button look="quiet" onClick={() => void copyText(dialled.code)}>
          <Copy aria-hidden className="size-5" />
          <span>Copy</span>
        </Button>
      </div>
    </Card>
  );
}

interface CostsProps {
  currency: Currency;
  percent: string;
}

/** The fee of a transfer, shown before it is made. */
function Costs({ currency, percent }: CostsProps) {
  const [typed, setTyped] = useState('');
  const amount = plainAmount(typed, currency);
  const field = grouped(
    { onChange: async ({ target }: { target: { value: string } }) => setTyped(target.value) },
    currency,
  );
  const input = { method: 'bank', currency, amount } as const;
  const quoted = evaluate('funding.quote', input);
  const [violation] = typed === '' ? [] : (quoted.violations ?? []);
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-sm font-semibold text-muted">{`A fee of ${percent}% is taken from each transfer`}</h2>
      <TextField
        label={`Amount to receive (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        {...field}
        error={violation?.message}
      />
      {quoted.valid && (
        <div aria-live="polite">
          <Breakdown
            lines={quoted.lines}
            total={quoted.total}
            currency={currency}
            totalLabel="Send"
            of={{ asked: [{ rule: 'funding.quote', input }] }}
          />
        </div>
      )}
    </Card>
  );
}

function Account({ account }: { account: VirtualAccount }) {
  const { fund_bank_percent: percent } = evaluate('wallet.ways', { currency: account.currency });
  return (
    <>
      <p className="text-muted">
        {`Send money to this account from any bank. It lands in your ${account.currency} wallet automatically.`}
      </p>
      {percent && <Costs currency={account.currency} percent={percent} />}
      <Card className="flex flex-col gap-3">
        <AccountDetails account={account} />
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
  return <WaitingForTransfer />;
}
