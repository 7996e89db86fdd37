import { useQuery } from '@tanstack/react-query';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { Balance } from '@/payment/money';
import { accountsQuery } from '@/payment/queries';
import type { Quote } from '@/payment/types';
import { Checkbox, SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded, together } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import { grouped } from '@/ui/typed';
import { type Draft, useAirtimeQuote } from './mutations';
import { capQuery } from './queries';

const NETWORKS = [
  { value: 'mtn', label: 'MTN' },
  { value: 'airtel', label: 'Airtel' },
  { value: 'glo', label: 'Glo' },
  { value: 'etisalat', label: '9mobile' },
];

interface Props {
  draft: Draft;
  onQuoted: (draft: Draft, quote: Quote) => void;
}

/** Phone number and amount. */
export function AirtimeForm(props: Props) {
  const accounts = useQuery(accountsQuery);
  const allowance = useQuery(capQuery);
  return (
    <Loaded query={together(accounts, allowance)} waiting={<ListSkeleton rows={4} />}>
      {([{ wallets }, { cap }]) => (
        <Fields
          {...props}
          balance={wallets.find((wallet) => wallet.base_currency === 'NGN')?.ledger_balance ?? '0.00'}
          cap={cap?.amount ?? null}
          caution={cap?.message}
        />
      )}
    </Loaded>
  );
}

interface FieldsProps extends Props {
  balance: string;
  cap: string | null;
  caution: string | undefined;
}

function Fields({ draft, onQuoted, balance, cap, caution }: FieldsProps) {
  const known = useUser()?.phone ?? '';
  // Airtime is sold for Nigerian numbers only.
  const ownPhone = evaluate('phone.inspect', { phone: known }).valid ? known : '';
  const form = useEngineForm('airtime', {
    defaultValues: { ...draft, confirm: false },
    context: { balance, currency: 'NGN', cap },
  });
  const ask = useAirtimeQuote();
  const usesOwn = ownPhone !== '' && form.watch('phone') === ownPhone;
  return (
    <Form
      action="Review"
      busy={ask.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) => {
        const { network, phone, confirm } = values;
        const entered = { network, phone, amount: String(values.amount) };
        ask.mutate(
          { ...entered, confirm },
          { onSuccess: (quote) => onQuoted(entered, quote), onError: form.showProblem },
        );
      })}
    >
      <SelectField
        label="Network"
        options={NETWORKS}
        error={form.errorOf('network')}
        {...form.register('network')}
      />
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        error={form.errorOf('phone')}
        {...form.register('phone')}
      />
      {ownPhone !== '' && (
        <Checkbox
          checked={usesOwn}
          onChange={({ target }) =>
            form.setValue('phone', target.checked ? ownPhone : '', { shouldValidate: true })
          }
        >
          Use my phone
        </Checkbox>
      )}
      <TextField
        label="Amount (NGN)"
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        hint={
          <>
            Available: <Balance amount={balance} currency="NGN" />
          </>
        }
        error={form.errorOf('amount')}
        {...grouped(form.register('amount'), 'NGN')}
      />
      {caution && <p className="rounded-control bg-sunken p-4 text-sm">{caution}</p>}
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        I confirm that the phone number and the amount are right.
      </Checkbox>
    </Form>
  );
}
