import { useEngineForm } from '@/engine/later';
import { Caution } from '@/payment/caution';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { Form } from '@/ui/form';
import { Card } from '@/ui/page';
import { groupedAmount } from '@/ui/typed';
import { AmountChips } from './amount-chips';
import { AmountField, PhoneField } from './fields';
import { keptAs, payLabel, type TabProps } from './kinds';
import { useBillQuote, useMayBuy } from './mutations';
import { NetworkField } from './network-field';
import { RecentList } from './recent-list';
import { useNetwork } from './use-network';

const FIELDS = ['network', 'phone', 'amount'] as const;

/** Airtime: phone, network and amount. The button leads to the PIN: it confirms what stands above it. */
export function AirtimeTab({ wallet, onReview }: TabProps) {
  const { balance, cap } = wallet;
  const form = useEngineForm('airtime', {
    defaultValues: { network: 'mtn', phone: '', amount: '', confirm: true },
    keeps: { as: keptAs('airtime'), fields: FIELDS },
    context: { balance, currency: 'NGN', cap },
  });
  const [network, phone] = form.watch(['network', 'phone']);
  const issued = useNetwork({ phone, network, choose: (wanted) => form.setValue('network', wanted) });
  const { amount } = useTypedAmount(form, 'NGN');
  const ask = useBillQuote('airtime');
  const mayBuy = useMayBuy('airtime');
  const review = form.handleSubmit((values) => {
    if (!mayBuy()) return;
    const body = { ...values, amount: String(values.amount) };
    ask.mutate(body, {
      onSuccess: (quote) =>
        onReview({ kind: 'airtime', service: network, body, quote, facts: [], warning: issued.warning }),
      onError: form.showProblem,
    });
  });
  return (
    <>
      <RecentList
        kind="airtime"
        onRepeat={({ service, customer, amount: paid }) => {
          issued.keep();
          const again = { network: service, phone: customer, amount: groupedAmount(paid, 'NGN') };
          form.reset({ ...again, confirm: true });
        }}
      />
      <Card>
        <Form action={payLabel(amount)} busy={ask.isPending} error={form.formError} onSubmit={review}>
          <PhoneField label="Phone number" form={form} onOwn={issued.ask} />
          <NetworkField
            kind="airtime"
            network={network}
            issued={issued}
            error={form.errorOf('network')}
            {...form.register('network', { onChange: issued.keep })}
          />
          <AmountChips kind="airtime" form={form} />
          <AmountField form={form} wallet={wallet} />
          {wallet.caution !== undefined && <Caution message={wallet.caution} />}
        </Form>
      </Card>
    </>
  );
}
