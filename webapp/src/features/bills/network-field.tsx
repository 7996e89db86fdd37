import type { ComponentProps } from 'react';
import { SelectField } from '@/ui/field';
import { servicesOf } from './kinds';
import { ServiceMark } from './service-mark';
import type { useNetwork } from './use-network';

interface Props extends ComponentProps<'select'> {
  kind: 'airtime' | 'data';
  network: string;
  issued: ReturnType<typeof useNetwork>;
  error: string | undefined;
}

/** The network of a phone number, with its mark. */
export const NetworkField = ({ kind, network, issued, ...field }: Props) => (
  <SelectField
    label="Network"
    mark={network !== '' && <ServiceMark code={network} className="size-9!" />}
    options={servicesOf(kind)}
    placeholder="Please choose"
    hint={issued.hint}
    {...field}
  />
);
