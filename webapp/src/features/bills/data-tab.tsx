import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngineForm } from '@/engine/later';
import { keptOf } from '@/lib/kept';
import { Caution } from '@/payment/caution';
import { Form } from '@/ui/form';
import { Card } from '@/ui/page';
import { PhoneField } from './fields';
import { keptAs, payLabel, type TabProps } from './kinds';
import { useBillQuote, useMayBuy } from './mutations';
import { NetworkField } from './network-field';
import { offers, PackageField } from './package-field';
import { dataPackagesQuery } from './queries';
import { RecentList } from './recent-list';
import { useNetwork } from './use-network';

const FIELDS = ['network', 'phone', 'package'] as const;

/** Data: phone, network and package. The button leads to the PIN: it confirms what stands above it. */
export function DataTab({ wallet, onReview }: TabProps) {
  const { balance, cap } = wallet;
  const [network, setNetwork] = useState(() => String(keptOf(keptAs('data')).network ?? 'mtn'));
  const packages = useQuery({ ...dataPackagesQuery(network), enabled: network !== '' });
  const form = useEngineForm('data', {
    defaultValues: { network, phone: '', package: '', confirm: true },
    keeps: { as: keptAs('data'), fields: FIELDS },
    context: { balance, currency: 'NGN', cap, packages: offers(packages.data) },
  });
  const [phone, code] = form.watch(['phone', 'package']);
  const change = (wanted: string) => {
    setNetwork(wanted);
    form.setValue('package', '');
  };
  const issued = useNetwork({
    phone,
    network,
    choose: (wanted) => {
      form.setValue('network', wanted);
      change(wanted);
    },
  });
  const ask = useBillQuote('data');
  const mayBuy = useMayBuy('data');
  const chosen = packages.data?.find((one) => one.code === code);
  const review = form.handleSubmit((values) => {
    if (!mayBuy()) return;
    const body = { ...values, amount: chosen?.amount ?? null };
    const facts: [string, string][] = chosen ? [['Package', chosen.name]] : [];
    ask.mutate(body, {
      onSuccess: (quote) =>
        onReview({ kind: 'data', service: network, body, quote, facts, warning: issued.warning }),
      onError: form.showProblem,
    });
  });
  return (
    <>
      <RecentList
        kind="data"
        onRepeat={({ service, customer, package: bought }) => {
          issued.keep();
          setNetwork(service);
          form.reset({ network: service, phone: customer, package: bought ?? '', confirm: true });
        }}
      />
      <Card>
        <Form
          action={payLabel(chosen?.amount ?? '')}
          busy={ask.isPending}
          error={form.formError}
          onSubmit={review}
        >
          <PhoneField label="Phone number" form={form} onOwn={issued.ask} />
          <NetworkField
            kind="data"
            network={network}
            issued={issued}
            error={form.errorOf('network')}
            {...form.register('network', {
              onChange: ({ target }) => {
                issued.keep();
                change(target.value);
              },
            })}
          />
          <PackageField
            packages={packages}
            isOpen={network !== ''}
            error={form.errorOf('package')}
            wallet={wallet}
            // A repeated purchase is chosen before its packages have loaded.
            value={code}
            {...form.register('package')}
          />
          {wallet.caution !== undefined && <Caution message={wallet.caution} />}
        </Form>
      </Card>
    </>
  );
}
