import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { evaluate } from '@/engine';
import { type Fields, useEngineForm } from '@/engine/use-engine-form';
import type { Elements } from '@/lib/elements';
import { cleaned } from '@/ui/cleaned';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { BankField } from './bank-field';
import { banksQuery, enquiryQuery } from './queries';

export type NewBankAccount = Fields<'bank_account'>;

/** More would make it a second list. */
const LIKELY_SHOWN = 4;

const FIELDS = ['bank_code', 'bank_name', 'account_number', 'account_name'] as const;

interface Props {
  action: string;
  busy?: boolean;
  /** The key that the values are kept under when the user leaves the form and returns. */
  keepAs?: string;
  onFilled: (account: NewBankAccount) => void;
  children?: Elements;
}

/** A bank account: the bank, the number, and the name given by the bank. */
export function BankAccountForm({ action, busy, keepAs, onFilled, children }: Props) {
  const banks = useQuery(banksQuery);
  const form = useEngineForm('bank_account', {
    defaultValues: { bank_code: '', bank_name: '', account_number: '', account_name: '' },
    ...(keepAs && { keeps: { as: keepAs, fields: FIELDS } }),
  });
  const [bank_code, account_number, account_name] = form.watch([
    'bank_code',
    'account_number',
    'account_name',
  ]);
  const { complete } = evaluate('account_number.complete', { account_number });
  const enquiry = useQuery({
    ...enquiryQuery(bank_code, account_number),
    enabled: complete && bank_code !== '',
  });
  const { setValue } = form;
  const found = enquiry.data;
  // Also if the bank need not be asked again.
  useEffect(() => {
    if (!found) return;
    setValue('account_name', found.account_name, { shouldValidate: true });
    setValue('bank_name', found.bank.name);
  }, [found, setValue]);
  const { warning, likely_banks } = evaluate('account_number.inspect', {
    account_number,
    bank_code: bank_code || null,
    banks: (banks.data ?? []).map(({ code, name }) => ({ code, name })),
  });
  const forget = () => {
    form.setValue('account_name', '');
  };
  const chooseBank = (code: string) => {
    forget();
    setValue('bank_code', code, { shouldValidate: true });
  };
  const bankField = form.register('bank_code', { onChange: forget });
  const numberField = form.register('account_number', { onChange: forget });
  return (
    <Form
      onSubmit={form.handleSubmit((values) => onFilled(values))}
      action={action}
      busy={busy || enquiry.isFetching}
    >
      <TextField
        label="Account number"
        inputMode="numeric"
        autoComplete="off"
        hint={warning && complete && !enquiry.isSuccess ? warning.message : undefined}
        error={form.errorOf('account_number')}
        offer={form.offerOf('account_number')}
        {...cleaned(numberField, () => form.trigger('account_number'))}
      />
      {complete && bank_code === '' && likely_banks.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="pb-1 text-sm text-muted">Banks this number fits</legend>
          {likely_banks.slice(0, LIKELY_SHOWN).map(({ code, name }) => (
            <button
              key={code}
              type="button"
              className="min-h-11 rounded-full border border-line-strong bg-raised px-4 text-sm font-semibold"
              onClick={() => chooseBank(code)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <BankField
        banks={banks.data ?? []}
        placeholder={banks.isPending ? 'Loading the banks' : 'Please choose'}
        onBank={chooseBank}
        error={form.errorOf('bank_code') ?? (banks.isError ? banks.error.message : undefined)}
        {...bankField}
      />
      {/* The name is shown large, with a tick; the form validates the hidden field. */}
      <div className={found && account_name ? 'sr-only' : undefined}>
        <TextField
          label="Account name"
          readOnly
          placeholder={enquiry.isFetching ? 'Asking the bank' : 'Appears when the number is complete'}
          aria-busy={enquiry.isFetching}
          error={enquiry.error?.message ?? form.errorOf('account_name')}
          {...form.register('account_name')}
        />
      </div>
      {found && account_name && (
        <p className="flex items-center gap-3 rounded-control border border-positive p-4">
          <CircleCheck aria-hidden className="size-6 shrink-0 text-positive" />
          <span aria-hidden className="min-w-0">
            <span className="block text-lg font-bold wrap-anywhere">{account_name}</span>
            <span className="block text-sm text-muted">{found.bank.name}</span>
          </span>
        </p>
      )}
      {children}
    </Form>
  );
}
