import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngineForm, usePreparedForm } from '@/engine/later';
import { keptOf } from '@/lib/kept';
import { Caution } from '@/payment/caution';
import { money } from '@/payment/money';
import { SelectField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Card } from '@/ui/page';
import { AmountChips } from './amount-chips';
import { CustomerField } from './customer-field';
import { AmountField, PhoneField } from './fields';
import { keptAs, type TabProps } from './kinds';
import { useBillQuote, useMayBuy } from './mutations';
import { powerServicesQuery } from './queries';
import { RecentList } from './recent-list';
import { ServiceMark } from './service-mark';
import { useCustomer } from './use-customer';
import { useRepeat } from './use-repeat';

const FIELDS = ['service', 'meter', 'amount', 'phone'] as const;

/** Electricity: distributor, meter and amount. The provider returns the meter's holder and minimum amount. */
export function PowerTab({ wallet, onReview }: TabProps) {
  const { balance, cap } = wallet;
  const kept = keptOf(keptAs('power'));
  const [service, setService] = useState(String(kept.service ?? ''));
  const [meter, setMeter] = useState(String(kept.meter ?? ''));
  const services = useQuery(powerServicesQuery);
  const unlimited = { balance, currency: 'NGN' as const, cap, minimum: null };
  const isComplete =
    usePreparedForm('power', unlimited).fieldError('meter', meter) === null && service !== '';
  const customer = useCustomer('power', service, meter, isComplete);
  const { known } = customer;
  const distributor = services.data?.find(({ code }) => code === service);
  const least = distributor?.min ?? null;
  // A meter's own minimum is never below its distributor's.
  const minimum = known?.minimum ?? least;
  const form = useEngineForm('power', {
    defaultValues: { service, meter, amount: '', phone: '', confirm: true },
    keeps: { as: keptAs('power'), fields: FIELDS },
    context: { ...unlimited, minimum },
  });
  const ask = useBillQuote('power');
  const mayBuy = useMayBuy('power');
  const review = form.handleSubmit((values) => {
    if (!mayBuy()) return;
    if (!known) {
      void customer.askAgain();
      return;
    }
    const body = { ...values, amount: String(values.amount), token: known.code };
    ask.mutate(body, {
      onSuccess: (quote) =>
        onReview({ kind: 'power', service, body, quote, facts: [['Name', known.description]] }),
      onError: form.showProblem,
    });
  });
  const repeat = useRepeat(known !== undefined && services.data !== undefined, review);
  return (
    <>
      <RecentList
        kind="power"
        onRepeat={(one) => {
          setService(one.service);
          setMeter(one.customer);
          const again = { service: one.service, meter: one.customer, amount: one.amount };
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
            mark={service !== '' && <ServiceMark code={service} className="size-9!" />}
            placeholder={services.isPending ? 'Loading the services' : 'Please choose'}
            options={(services.data ?? []).map(({ code, description }) => ({
              value: code,
              label: description,
            }))}
            error={services.error?.message ?? form.errorOf('service')}
            {...form.register('service', { onChange: ({ target }) => setService(target.value) })}
          />
          <CustomerField
            label="Meter number"
            error={form.errorOf('meter')}
            customer={customer}
            {...form.register('meter', { onChange: ({ target }) => setMeter(target.value.trim()) })}
          />
          <AmountChips kind="power" minimum={minimum} form={form} />
          <AmountField form={form} wallet={wallet} />
          {minimum !== null && (
            <p className="-mt-2 text-xs text-muted">{`Minimum amount: ${money(minimum, 'NGN')}`}</p>
          )}
          <PhoneField label="Phone number (optional)" form={form} />
          {wallet.caution !== undefined && <Caution message={wallet.caution} />}
        </Form>
      </Card>
    </>
  );
}
