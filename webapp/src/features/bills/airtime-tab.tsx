import { useEngineForm } from '@/engine/later';
import { Caution } from '@/payment/caution';
import { ConfirmRow, SelectField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Card } from '@/ui/page';
import { AmountField, PhoneField } from './fields';
import { keptAs, nameOf, servicesOf, type TabProps } from './kinds';
import { useBillQuote, useMayBuy } from './mutations';
import { RecentList } from './recent-list';
import { ServiceMark } from './service-mark';
import { useNetwork } from './use-network';

const FIELDS = ['network', 'phone', 'amount', 'confirm'] as const;

/** Airtime: network, phone and amount. */
export function AirtimeTab({ wallet, onReview }: TabProps) {
  const { balance, cap } = wallet;
  const form = useEngineForm('airtime', {
    defaultValues: { network: 'mtn', phone: '', amount: '', confirm: false },
    keeps: { as: keptAs('airtime'), fields: FIELDS },
    context: { balance, currency: 'NGN', cap },
  });
  const [network, phone] = form.watch(['network', 'phone']);
  const issued = useNetwork({ phone, network, choose: (wanted) => form.setValue('network', wanted) });
  const ask = useBillQuote('airtime');
  const mayBuy = useMayBuy('airtime');
  const review = form.handleSubmit((values) => {
    if (!mayBuy()) return;
    const body = { ...values, amount: String(values.amount) };
    ask.mutate(body, {
      onSuccess: (quote) => onReview({ kind: 'airtime', service: network, body, quote, facts: [] }),
      onError: form.showProblem,
    });
  });
  return (
    <>
      <RecentList
        kind="airtime"
        onRepeat={({ service, customer, amount }) => {
          issued.keep();
          form.reset({ network: service, phone: customer, amount, confirm: true });
          void review();
        }}
      />
      <Card>
        <Form action="Review" busy={ask.isPending} error={form.formError} onSubmit={review}>
          <SelectField
            label="Network"
            mark={<ServiceMark code={network} className="size-9!" />}
            options={servicesOf('airtime')}
            hint={issued.hint}
            error={form.errorOf('network')}
            {...form.register('network', { onChange: issued.keep })}
          />
          <PhoneField label="Phone number" form={form} />
          <AmountField form={form} wallet={wallet} />
          {wallet.caution !== undefined && <Caution message={wallet.caution} />}
          <ConfirmRow
            title={[nameOf('airtime', network), phone].filter(Boolean).join(' · ')}
            error={form.errorOf('confirm')}
            {...form.register('confirm')}
          >
            I confirm that the phone number and the amount are right.
          </ConfirmRow>
        </Form>
      </Card>
    </>
  );
}
