import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngineForm, usePreparedForm } from '@/engine/later';
import { keptOf } from '@/lib/kept';
import { Caution } from '@/payment/caution';
import { SelectField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Card } from '@/ui/page';
import { CustomerField } from './customer-field';
import { PhoneField } from './fields';
import { keptAs, servicesOf, type TabProps } from './kinds';
import { useBillQuote, useMayBuy } from './mutations';
import { offers, PackageField } from './package-field';
import { cablePackagesQuery } from './queries';
import { RecentList } from './recent-list';
import { ServiceMark } from './service-mark';
import { useCustomer } from './use-customer';
import { useRepeat } from './use-repeat';

const FIELDS = ['service', 'iuc', 'package', 'phone'] as const;

/** Cable television: service, smart card and package. The provider returns the name of the card's holder. */
export function CableTab({ wallet, onReview }: TabProps) {
  const { balance, cap } = wallet;
  const [service, setService] = useState(() => String(keptOf(keptAs('cable')).service ?? 'DSTV'));
  const packages = useQuery(cablePackagesQuery(service));
  const context = { balance, currency: 'NGN' as const, cap, packages: offers(packages.data) };
  const form = useEngineForm('cable', {
    defaultValues: { service, iuc: '', package: '', phone: '', confirm: true },
    keeps: { as: keptAs('cable'), fields: FIELDS },
    context,
  });
  const iuc = form.watch('iuc').trim();
  const isComplete = usePreparedForm('cable', context).fieldError('iuc', iuc) === null;
  const customer = useCustomer('cable', service, iuc, isComplete);
  const { known } = customer;
  const ask = useBillQuote('cable');
  const mayBuy = useMayBuy('cable');
  const review = form.handleSubmit((values) => {
    if (!mayBuy()) return;
    if (!known) {
      void customer.askAgain();
      return;
    }
    const chosen = packages.data?.find(({ code }) => code === values.package);
    const body = { ...values, amount: chosen?.amount ?? null, token: known.code };
    const facts: [string, string][] = [['Name', known.description]];
    if (chosen) facts.push(['Package', chosen.name]);
    ask.mutate(body, {
      onSuccess: (quote) => onReview({ kind: 'cable', service, body, quote, facts }),
      onError: form.showProblem,
    });
  });
  const repeat = useRepeat(known !== undefined && packages.data !== undefined, review);
  return (
    <>
      <RecentList
        kind="cable"
        onRepeat={(one) => {
          setService(one.service);
          const again = { service: one.service, iuc: one.customer, package: one.package ?? '' };
          form.reset({ ...again, phone: one.phone ?? '', confirm: true });
          repeat();
        }}
      />
      <Card>
        <Form
          action="Review"
          busy={ask.isPending || customer.asking}
          error={form.formError}
          onSubmit={review}
        >
          <SelectField
            label="Service"
            mark={<ServiceMark code={service} className="size-9!" />}
            options={servicesOf('cable')}
            error={form.errorOf('service')}
            {...form.register('service', {
              onChange: ({ target }) => {
                setService(target.value);
                form.setValue('package', '');
              },
            })}
          />
          <CustomerField
            label="IUC number"
            error={form.errorOf('iuc')}
            customer={customer}
            {...form.register('iuc')}
          />
          <PackageField
            packages={packages}
            error={form.errorOf('package')}
            wallet={wallet}
            {...form.register('package')}
          />
          <PhoneField label="Phone number (optional)" form={form} />
          {wallet.caution !== undefined && <Caution message={wallet.caution} />}
        </Form>
      </Card>
    </>
  );
}
