import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { call } from '@/api/client';
import { evaluate } from '@/engine';
import { type Fields, useEngineForm } from '@/engine/use-engine-form';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { banksQuery } from './queries';

export type NewBankAccount = Fields<'bank_account'>;

const FIELDS = ['bank_code', 'bank_name', 'account_number', 'account_name'] as const;

interface Props {
  action: string;
  busy?: boolean;
  /** The key that the values are kept under when the user leaves the form and returns. */
  keepAs?: string;
  onFilled: (account: NewBankAccount) => void;
  children?: ReactNode;
}

/** A bank account: the bank, the number, and the name given by the bank. */
export function BankAccountForm({ action, busy, keepAs, onFilled, children }: Props) {
  const banks = useQuery(banksQuery);
  const form = useEngineForm('bank_account', {
    defaultValues: { bank_code: '', bank_name: '', account_number: '', account_name: '' },
    ...(keepAs && { keeps: { as: keepAs, fields: FIELDS } }),
  });
  const [bank_code, account_number] = form.watch(['bank_code', 'account_number']);
  const { complete } = evaluate('account_number.complete', { account_number });
  const enquiry = useQuery({
    queryKey: ['enquiry', bank_code, account_number],
    queryFn: async () => (await call('POST', '/enquire', { body: { bank_code, account_number } })).data,
    enabled: complete && bank_code !== '',
    retry: false,
    staleTime: 60_000,
  });
  const { setValue } = form;
  const found = enquiry.data;
  // Also if the bank need not be asked again.
  useEffect(() => {
    if (!found) return;
    setValue('account_name', found.account_name, { shouldValidate: true });
    setValue('bank_name', found.bank.name);
  }, [found, setValue]);
  const { warning } = evaluate('account_number.inspect', {
    account_number,
    bank_code: bank_code || null,
    banks: (banks.data ?? []).map(({ code, name }) => ({ code, name })),
  });
  const forget = () => {
    form.setValue('account_name', '');
  };
  const bankField = form.register('bank_code', { onChange: forget });
  const numberField = form.register('account_number', { onChange: forget });
  return (
    <Form
      onSubmit={form.handleSubmit((values) => onFilled(values))}
      action={action}
      busy={busy || enquiry.isFetching}
    >
      <SelectField
        label="Bank"
        placeholder={banks.isPending ? 'Loading the banks' : 'Please choose'}
        options={(banks.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
        error={form.errorOf('bank_code') ?? (banks.isError ? banks.error.message : undefined)}
        {...bankField}
      />
      <TextField
        label="Account number"
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
        hint={warning && complete && !enquiry.isSuccess ? warning.message : undefined}
        error={form.errorOf('account_number')}
        {...numberField}
      />
      <TextField
        label="Account name"
        readOnly
        placeholder={enquiry.isFetching ? 'Asking the bank' : 'Appears when the number is complete'}
        aria-busy={enquiry.isFetching}
        error={enquiry.error?.message ?? form.errorOf('account_name')}
        {...form.register('account_name')}
      />
      {children}
    </Form>
  );
}
