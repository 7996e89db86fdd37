import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Contract } from '@/api/contract';
import { money } from '@/payment/money';
import { SelectField } from '@/ui/field';
import { Available } from './fields';
import type { Wallet } from './kinds';

export type Package = Contract<'PackageEntry'>;

/** Packages in the format of the form's context. */
export const offers = (packages: readonly Package[] = []) =>
  packages.map(({ code, amount }) => ({ code, amount }));

interface Props extends ComponentProps<'select'> {
  packages: UseQueryResult<Package[]>;
  error: string | undefined;
  wallet: Wallet;
}

/** The packages on offer, at the provider's prices. */
export function PackageField({ packages, error, wallet, ...field }: Props) {
  const { data = [], isPending, isError } = packages;
  return (
    <SelectField
      label="Package"
      placeholder={isPending ? 'Loading the packages' : 'Please choose'}
      options={data.map(({ code, name, amount }) => ({
        value: code,
        label: `${name} · ${money(amount, 'NGN')}`,
      }))}
      hint={<Available wallet={wallet} />}
      error={isError ? packages.error.message : error}
      {...field}
    />
  );
}
