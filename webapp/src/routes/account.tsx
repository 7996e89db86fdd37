import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { type Account, accountQuery, useChangeAccount } from '@/features/wallet/account';
import { dateFormat } from '@/lib/date-format';
import { Money } from '@/payment/money';
import { Button, buttonClasses } from '@/ui/button';
import { Columns } from '@/ui/columns';
import { useProductName, useServices } from '@/ui/configuration';
import { copyText } from '@/ui/copy';
import { Checkbox, TextField } from '@/ui/field';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { Ring } from '@/ui/ring';

const dayWords = dateFormat('en-NG', { timeZone: 'Africa/Lagos', dateStyle: 'long' });

/** The wallet, the account's name, and whether receipts are sent. (Document 3, section 2.) */
export function AccountPage() {
  const account = useQuery(accountQuery);
  return (
    <Page title="Account" back="/settings/banks" wide>
      <Loaded query={account}>
        {(loaded) => (
          <Columns first={<WalletCard account={loaded} />} second={<Settings account={loaded} />} />
        )}
      </Loaded>
    </Page>
  );
}

function WalletCard({ account: { account_no, setting, wallet } }: { account: Account }) {
  const has = useServices();
  const brand = useProductName();
  return (
    <Card className="flex flex-col gap-4">
      <div className="relative -m-gutter mb-0 flex flex-col gap-1 overflow-clip rounded-card bg-accent p-gutter text-on-accent">
        <Ring className="pointer-events-none absolute! -end-10 -bottom-24 size-40 opacity-10" />
        <p className="text-sm">Money in your wallet</p>
        <p className="text-2xl font-bold">
          <Money amount={wallet.balance} currency="NGN" own />
        </p>
      </div>
      <dl className="divide-y divide-line text-sm">
        <Row name={`${brand} wallet number`} value={wallet.walletNumber} copied />
        {account_no !== null && <Row name="Account number" value={account_no} copied />}
        <Row name="Opened" value={dayWords(new Date(wallet.createdAt))} />
        <Row name="Referral code" value={setting.referral_code} copied />
        <Row name="Loans and referral bonus" value={setting.approval ? 'active' : 'in-active'} />
      </dl>
      {!setting.approval && <Missing provable={has('identity')} />}
    </Card>
  );
}

/** The reason for the badge, and the way on. */
const Missing = ({ provable }: { provable: boolean }) => (
  <div className="flex flex-col gap-3">
    <p className="text-sm text-muted">
      {`Your wallet works: you can pay and receive money. ${provable ? 'To borrow and to earn the referral bonus, verify your identity.' : 'Loans and the referral bonus need a verified identity, which is not offered here yet.'}`}
    </p>
    {provable && (
      <Link to="/verify" className={buttonClasses('quiet', true)}>
        Verify your identity
      </Link>
    )}
  </div>
);

function Row({ name, value, copied = false }: { name: string; value: string; copied?: boolean }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="figures min-w-0 text-end ms-auto font-semibold wrap-anywhere">
        {copied ? (
          <button
            type="button"
            aria-label={`Copy ${name} ${value}`}
            className="flex min-h-11 items-center gap-2 text-end wrap-anywhere underline-offset-4 hover:underline"
            onClick={() => void copyText(value)}
          >
            <span className="min-w-0">{value}</span>
            <Copy aria-hidden className="roomy size-4 shrink-0 text-accent-text" />
          </button>
        ) : (
          value
        )}
      </dd>
    </div>
  );
}

function Settings({ account: { setting } }: { account: Account }) {
  const [name, setName] = useState(setting.account_name);
  const [sms, setSms] = useState(setting.send_sms_receipt);
  const [email, setEmail] = useState(setting.send_email_receipt);
  const change = useChangeAccount();
  const wrong = change.error?.violations ?? [];
  const errorOf = (field: string) => wrong.find((one) => one.field === field)?.message;
  return (
    <Card>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ account_name: name, send_sms_receipt: sms, send_email_receipt: email });
        }}
      >
        <TextField
          label="Account name"
          hint="Shown to people who pay you, with your wallet number and its QR code."
          autoComplete="off"
          value={name}
          error={errorOf('account_name')}
          onChange={(event) => setName(event.target.value)}
        />
        <Checkbox
          checked={sms}
          disabled={!setting.can_send_sms && !sms}
          error={errorOf('send_sms_receipt')}
          onChange={(event) => setSms(event.target.checked)}
        >
          Send receipts by SMS
        </Checkbox>
        {!setting.can_send_sms && (
          <p className="text-sm text-muted">For receipts by SMS, confirm your phone number in Settings.</p>
        )}
        <Checkbox
          checked={email}
          disabled={!setting.can_send_email && !email}
          error={errorOf('send_email_receipt')}
          onChange={(event) => setEmail(event.target.checked)}
        >
          Send receipts by email
        </Checkbox>
        {change.error && wrong.length === 0 && (
          <p role="alert" className="text-sm font-medium text-negative">
            {change.error.message}
          </p>
        )}
        <Button type="submit" wide busy={change.isPending}>
          Update Now
        </Button>
      </form>
    </Card>
  );
}
