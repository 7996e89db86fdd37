import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { type Account, accountQuery, useChangeAccount } from '@/features/wallet/account';
import { dateFormat } from '@/lib/date-format';
import { Facts } from '@/payment/breakdown';
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
          <Columns
            first={
              <>
                <WalletCard account={loaded} />
                <StandingCard account={loaded} />
              </>
            }
            second={<Settings account={loaded} />}
          />
        )}
      </Loaded>
    </Page>
  );
}

function WalletCard({ account: { account_no, setting, wallet } }: { account: Account }) {
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
      <ul className="-my-2 divide-y divide-line">
        <CopyLine name={`${brand} wallet number`} value={wallet.walletNumber} />
        {account_no !== null && <CopyLine name="Account number" value={account_no} />}
        <CopyLine name="Referral code" value={setting.referral_code} />
      </ul>
    </Card>
  );
}

function StandingCard({ account: { setting, wallet } }: { account: Account }) {
  const has = useServices();
  return (
    <Card className="flex flex-col gap-3">
      <Facts
        rows={[
          ['Opened', dayWords(new Date(wallet.createdAt))],
          ['Loans and referral bonus', setting.approval ? 'active' : 'in-active'],
        ]}
      />
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

/** A text that a tap anywhere on its line copies. */
const CopyLine = ({ name, value }: { name: string; value: string }) => (
  <li>
    <button
      type="button"
      className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] items-center gap-3 rounded-control px-2 py-2 text-start hover:bg-sunken"
      onClick={() => void copyText(value)}
    >
      <span className="sr-only">Copy</span>
      <span className="min-w-0 grow">
        <span className="block text-sm text-muted">{name}</span>
        <span className="figures block font-semibold wrap-anywhere">{value}</span>
      </span>
      <Copy aria-hidden className="roomy size-5 shrink-0 text-accent-text" />
    </button>
  </li>
);

function Settings({ account: { setting } }: { account: Account }) {
  const [name, setName] = useState(setting.account_name);
  const [sms, setSms] = useState(setting.send_sms_receipt);
  const [email, setEmail] = useState(setting.send_email_receipt);
  const change = useChangeAccount();
  const wrong = change.error?.violations ?? [];
  const errorOf = (field: string) => wrong.find((one) => one.field === field)?.message;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="font-semibold">Name and receipts</h2>
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
