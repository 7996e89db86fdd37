import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { evaluate } from '@/engine/later';
import { lagosToday } from '@/lib/today';
import { money } from '@/payment/money';
import { Loaded } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { useRefreshPlans } from '../common/mutations';
import { savingsAllowanceQuery } from '../queries';
import { Available } from '../take/amount-field';
import { CardLines } from '../take/card-lines';
import { Done, PaidAmount } from '../take/done';
import { AmountForm, Methods, type Payment } from '../take/parts/pay-steps';
import { type Filling, type SheetProps, TakeSheet } from '../take/take-sheet';
import type { Cap, Instalment } from '../types';
import { dayWords } from '../words';

/** An instalment that is about to be paid. */
export interface Payable {
  instalment: Instalment;
  /** The name of its owner, if that is another member. */
  owner: string | null;
}

interface Props extends SheetProps, Payable {
  /** The spendable balance of the naira wallet. */
  balance: string;
  /** Whether cards are taken: only for the user's own instalments. */
  cards: boolean;
}

const CURRENCY = 'NGN';
const PAID = 'Savings successfully paid';

/** The open part of an instalment. */
const owedOf = ({ amount, amount_paid, due_at }: Instalment): string =>
  evaluate('plan.progress', {
    instalments: [{ amount, paid: amount_paid, due_at }],
    currency: CURRENCY,
    today: lagosToday(),
  }).owed ?? amount;

/** An instalment of savings, from the method to the payment. */
export function PaySheet({ instalment, owner, balance, cards, ...sheet }: Props) {
  const { id, number, due_at } = instalment;
  const refresh = useRefreshPlans();
  const Amount = owner === null ? OwnAmount : CappedAmount;
  return (
    <TakeSheet<'savings_pay', Payment>
      {...sheet}
      action="savings_pay"
      title="Pay savings"
      steps={{
        method: ({ answer }) => (
          <Methods
            words={`${owner === null ? 'Instalment' : `${owner}'s instalment`} ${number}, due ${dayWords(due_at)}`}
            offered={[
              ...(cards && owner === null ? [{ method: 'card' } as const] : []),
              { method: 'wallet', note: <Available balance={balance} currency={CURRENCY} /> },
            ]}
            onChosen={(method) => answer({ method })}
          />
        ),
      }}
      form={(form) => <Amount {...form} instalment={instalment} balance={balance} />}
      priced="form"
      body={({ amount, method }) => ({ id, amount, method })}
      // A card is never charged more than is owed.
      charge={({ method, amount, debit }) =>
        method === 'card' ? { purpose: 'instalment', id, currency: CURRENCY, amount: debit ?? amount } : null
      }
      pin={(_, { recipient }) => (recipient ? { payee: recipient.name } : {})}
      onPaid={(_, show) => {
        toast.success(PAID);
        void refresh();
        show();
      }}
      done={({ transaction }, { method }) => (
        <Done words={PAID} onClose={sheet.onClose}>
          {transaction && (
            <PaidAmount
              amount={method === 'card' ? transaction.net_amount : transaction.gross_amount}
              currency={CURRENCY}
            />
          )}
        </Done>
      )}
    />
  );
}

interface AmountProps extends Filling<Payment> {
  instalment: Instalment;
  balance: string;
}

/** The amount for another member's instalment, once its cap has loaded. */
function CappedAmount(props: AmountProps) {
  const allowance = useQuery(savingsAllowanceQuery(props.instalment.id));
  return (
    <Loaded query={allowance} waiting={<ListSkeleton rows={2} />}>
      {({ cap }) => <OwnAmount {...props} {...(cap && { cap })} />}
    </Loaded>
  );
}

function OwnAmount({ instalment, cap, ...form }: AmountProps & { cap?: Cap }) {
  const owed = owedOf(instalment);
  return (
    <AmountForm
      {...form}
      kind="savings"
      currency={CURRENCY}
      owed={owed}
      first={owed}
      {...(cap && { cap })}
      hint={`Left to pay: ${money(owed, CURRENCY)}`}
      action={() => 'Continue'}
    >
      {(_, debit) => (
        <>
          {cap && (
            <p className="flex items-start gap-2 text-sm text-muted">
              <Info aria-hidden className="size-4 shrink-0 text-accent-text" />
              <span>{cap.message}</span>
            </p>
          )}
          {form.wanted.method === 'card' && debit !== null && (
            <CardLines amount={debit} currency={CURRENCY} />
          )}
        </>
      )}
    </AmountForm>
  );
}
