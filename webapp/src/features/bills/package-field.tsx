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
  /** False until the service is chosen. */
  isOpen?: boolean;
  error: string | undefined;
  wallet: Wallet;
}

/** The packages on offer, at the provider's prices. */
export function PackageField({ packages, isOpen = true, error, wallet, ...field }: Props) {
  const { data = [], isPending, isError } = packages;
  const nothing = isPending ? 'Loading the packages' : 'Please choose';
  return (
    <SelectField
      label="Package"
      placeholder={isOpen ? nothing : 'Choose the network first'}
      options={(isOpen ? data : []).map(({ code, name, amount }) => ({
        value: code,
        label: `${name} · ${money(amount, 'NGN')}`,
      }))}
      hint={<Available wallet={wallet} />}
      error={isError ? packages.error.message : error}
      {...field}
    />
  );
}
