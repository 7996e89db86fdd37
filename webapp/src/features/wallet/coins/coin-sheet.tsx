import { useEffect, useRef, useState } from 'react';
import type { Elements } from '@/lib/elements';
import { forgetPayment } from '@/payment/send';
import { Sheet } from '@/ui/sheet';
import { CoinLine } from './coin-line';
import type { ListedCoin } from './queries';

type Stage = 'form' | 'receipt' | 'authorize';

interface Stages<Quote> {
  stage: Stage;
  /** The most recent quote. */
  quote: Quote | undefined;
  go: (stage: Stage) => void;
  /** A price has come: it is reviewed next, as a separate payment. */
  quoted: (quote: Quote) => void;
  /** A new price for the payment under review; ignored if the user has continued meanwhile. */
  requoted: (quote: Quote) => void;
}

export function useCoinStages<Quote>(): Stages<Quote> {
  const [stage, go] = useState<Stage>('form');
  const [quote, setQuote] = useState<Quote>();
  const quoted = (answer: Quote) => {
    forgetPayment();
    setQuote(answer);
    go('receipt');
  };
  const now = useRef(stage);
  useEffect(() => {
    now.current = stage;
  }, [stage]);
  const requoted = (answer: Quote) => {
    if (now.current === 'receipt') quoted(answer);
  };
  return { stage, quote, go, quoted, requoted };
}

interface Props<Quote> {
  open: boolean;
  onClose: () => void;
  coin: ListedCoin;
  /** Of the first stage. */
  title: string;
  stages: Stages<Quote>;
  /** Shown in place of the stages: steps required before coins can leave. */
  before: Elements;
  /** The payment is under way: the sheet stays. */
  held: boolean;
  form: Elements;
  review: (quote: Quote) => Elements;
  pin: (quote: Quote) => Elements;
}

/** The three stages of an outgoing coin payment: form, review with price, PIN. */
export function CoinSheet<Quote>(props: Props<Quote>) {
  const { open, onClose, coin, title, stages, before, held, form, review, pin } = props;
  const { stage, quote, go } = stages;
  const titles = { form: title, receipt: 'Review', authorize: 'Authorize' };
  const back = { form: undefined, receipt: () => go('form'), authorize: () => go('receipt') };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={titles[stage]}
      stage={stage}
      onBack={before ? undefined : back[stage]}
      held={held}
    >
      {before}
      {!before && stage !== 'authorize' && <CoinLine coin={coin} />}
      {!before && stage === 'form' && form}
      {!before && stage === 'receipt' && quote && review(quote)}
      {!before && stage === 'authorize' && quote && pin(quote)}
    </Sheet>
  );
}
