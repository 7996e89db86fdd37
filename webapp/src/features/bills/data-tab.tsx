import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngineForm } from '@/engine/later';
import { keptOf } from '@/lib/kept';
import { Caution } from '@/payment/caution';
import { ConfirmRow, SelectField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Card } from '@/ui/page';
import { PhoneField } from './fields';
import { keptAs, nameOf, servicesOf, type TabProps } from './kinds';
import { useBillQuote, useMayBuy } from './mutations';
import { offers, PackageField } from './package-field';
import { dataPackagesQuery } from './queries';
import { RecentList } from './recent-list';
import { ServiceMark } from './service-mark';
import { useNetwork } from './use-network';
import { useRepeat } from './use-repeat';

const FIELDS = ['network', 'phone', 'package', 'confirm'] as const;

/** Data: network, phone and package. */
export function DataTab({ wallet, onReview }: TabProps) {
  const { balance, cap } = wallet;
  const [network, setNetwork] = useState(() => String(keptOf(keptAs('data')).network ?? 'mtn'));
  const packages = useQuery(dataPackagesQuery(network));
  const form = useEngineForm('data', {
    defaultValues: { network, phone: '', package: '', confirm: false },
    keeps: { as: keptAs('data'), fields: FIELDS },
    context: { balance, currency: 'NGN', cap, packages: offers(packages.data) },
  });
  const phone = form.watch('phone');
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
  const review = form.handleSubmit((values) => {
    if (!mayBuy()) return;
    const chosen = packages.data?.find(({ code }) => code === values.package);
    const body = { ...values, amount: chosen?.amount ?? null };
    ask.mutate(body, {
      onSuccess: (quote) =>
        onReview({
          kind: 'data',
          service: network,
          body,
          quote,
          facts: chosen ? [['Package', chosen.name]] : [],
        }),
      onError: form.showProblem,
    });
  });
  const repeat = useRepeat(packages.data !== undefined, review);
  return (
    <>
      <RecentList
        kind="data"
        onRepeat={({ service, customer, package: code }) => {
          issued.keep();
          setNetwork(service);
          form.reset({ network: service, phone: customer, package: code ?? '', confirm: true });
          repeat();
        }}
      />
      <Card>
        <Form action="Review" busy={ask.isPending} error={form.formError} onSubmit={review}>
          <SelectField
            label="Network"
            mark={<ServiceMark code={network} className="size-9!" />}
            options={servicesOf('data')}
            hint={issued.hint}
            error={form.errorOf('network')}
            {...form.register('network', {
              onChange: ({ target }) => {
                issued.keep();
                change(target.value);
              },
            })}
          />
          <PhoneField label="Phone number" form={form} />
          <PackageField
            packages={packages}
            error={form.errorOf('package')}
            wallet={wallet}
            {...form.register('package')}
          />
          {wallet.caution !== undefined && <Caution message={wallet.caution} />}
          <ConfirmRow
            title={[nameOf('data', network), phone].filter(Boolean).join(' · ')}
            error={form.errorOf('confirm')}
            {...form.register('confirm')}
          >
            I confirm that the phone number and the package are right.
          </ConfirmRow>
        </Form>
      </Card>
    </>
  );
}
