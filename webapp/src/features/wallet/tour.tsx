import { useState } from 'react';
import { readStored, store } from '@/lib/storage';
import { Button } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { Sheet } from '@/ui/sheet';

interface Step {
  title: string;
  text: string;
}

const stepsOf = (has: ReturnType<typeof useServices>): readonly [Step, ...Step[]] => [
  {
    title: 'Your money',
    text: 'Home shows one wallet at a time. Choose another currency above the balance; the eye hides your balances.',
  },
  {
    title: 'Money in and out',
    text: `Fund your wallet by bank transfer, ${has('cards') ? 'card, ' : ''}USSD or from another wallet. Withdraw to a bank account or send to another wallet.`,
  },
  has('coin_sets')
    ? {
        title: 'Savings, Loans and Invest',
        text: 'Investment plans yield up to 4% in a month. That is not guaranteed: a plan can also lose value.',
      }
    : {
        title: 'Savings and Loans',
        text: 'Put money aside in a savings plan, alone or with others. What you borrow is listed under Loans.',
      },
  {
    title: 'We are here',
    text: 'Set your transaction PIN in the settings before you send money. The chat reaches our support at any time.',
  },
];

/** Has the tour shown once more when the dashboard opens. */
export const repeatTour = (): void => store('tour', null);

/** A tour of the screen: shown once, and after `repeatTour`. It can be left at any step. */
export function Tour() {
  const [open, setOpen] = useState(() => readStored('tour') === null);
  const [at, setAt] = useState(0);
  const leave = () => {
    store('tour', 'done');
    setOpen(false);
  };
  const steps = stepsOf(useServices());
  const step = steps[at] ?? steps[0];
  const isLast = at === steps.length - 1;
  return (
    <Sheet open={open} onClose={leave} title={step.title} onBack={at > 0 ? () => setAt(at - 1) : undefined}>
      <p aria-live="polite">{step.text}</p>
      <p className="text-center text-sm text-muted">{`${at + 1} of ${steps.length}`}</p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="quiet" onClick={leave}>
          Skip
        </Button>
        <Button onClick={isLast ? leave : () => setAt(at + 1)}>{isLast ? 'Done' : 'Next'}</Button>
      </div>
    </Sheet>
  );
}
