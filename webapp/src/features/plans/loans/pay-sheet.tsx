import type { Elements } from '@/lib/elements';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import { useConfiguration } from '@/ui/configuration';
import { Available } from '../take/amount-field';
import { Done, PaidAmount } from '../take/done';
import { AmountForm, Methods, type Payment } from '../take/parts/pay-steps';
import { type Filling, type SheetProps, TakeSheet } from '../take/take-sheet';
import type { Subscription } from '../types';

interface Props extends SheetProps {
  loan: Subscription;
  /** The payoff of today, which ends the loan. */
  owed: string;
  /** The spendable balance of the naira wallet. */
  balance: string;
  /** Money has moved. */
  onPaid: () => unknown;
}

/** Repays a loan, in part or in full: the method, the amount, the payment. */
export function PaySheet({ loan, owed, balance, onPaid, ...sheet }: Props) {
  const { id, currency } = loan;
  // A card pays an instalment; the rest of its amount goes to the following ones.
  const next = loan.progress.next?.id ?? null;
  const cards = useConfiguration()?.cards ?? false;
  const available = <Available balance={balance} currency={currency} />;
  return (
    <TakeSheet<'loan_repay', Payment>
      {...sheet}
      action="loan_repay"
      title="Pay loan"
      steps={{
        method: ({ answer }) => (
          <Methods
            words="How do you want to pay?"
            offered={[
              { method: 'wallet', note: available },
              ...(cards
                ? [{ method: 'card', note: <span>The card company adds its fee.</span> } as const]
                : []),
            ]}
            onChosen={(method) => answer({ method })}
          />
        ),
      }}
      form={(form) => (
        <LoanAmount
          {...form}
          loan={loan}
          owed={owed}
          balance={balance}
          hint={form.wanted.method === 'wallet' && available}
        />
      )}
      priced="form"
      body={({ amount }) => ({ id, amount, method: 'wallet' })}
      charge={({ method, amount }) =>
        method === 'card' ? { purpose: 'instalment', id: next, amount, currency } : null
      }
      pin={() => ({ payee: loan.name })}
      onPaid={async (_, show) => {
        await onPaid();
        show();
      }}
      done={({ transaction }) => (
        <Done words="Loan debt successfully repaid" onClose={sheet.onClose}>
          {transaction && <PaidAmount amount={transaction.gross_amount} currency={transaction.currency} />}
        </Done>
      )}
    />
  );
}

interface AmountProps extends Filling<Payment>, Pick<Props, 'loan' | 'owed' | 'balance'> {
  hint: Elements;
}

/** Any amount, with shortcuts for the next instalment and the whole debt. */
function LoanAmount({ loan: { currency, progress }, owed, ...form }: AmountProps) {
  const next = progress.next?.amount;
  return (
    <AmountForm
      {...form}
      kind="loan"
      currency={currency}
      owed={owed}
      first={next ?? owed}
      action={(debit) => (debit === null ? 'Pay' : `Pay ${money(debit, currency)}`)}
    >
      {(fill) => (
        <div className="flex flex-wrap gap-2">
          {next !== undefined && (
            <Button look="plain" className="text-sm" onClick={() => fill(next)}>
              {`Next instalment: ${money(next, currency)}`}
            </Button>
          )}
          <Button look="plain" className="text-sm" onClick={() => fill(owed)}>
            {`Everything: ${money(owed, currency)}`}
          </Button>
        </div>
      )}
    </AmountForm>
  );
}
