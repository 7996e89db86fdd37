import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Button, buttonClasses } from '@/ui/button';
import { ErrorState } from '@/ui/states';
import { useConfirmCard } from './mutations';
import { cardQuery } from './queries';
import type { Transaction } from './types';
import { useRefreshMoney } from './use-refresh-money';

interface Props {
  tx_ref: string;
  /** The card company's page. */
  url: string;
  /** Whether it is open in a separate window. */
  inWindow: boolean;
  onPaid: (transaction: Transaction) => void;
  onAgain: () => void;
}

const LOOK_EVERY_MS = 2500;
const RETURN_PATH = '/payment/return';

/** The query of a page that returned to the app; null while the page is the card company's, which is unreadable. */
function returned(frame: HTMLIFrameElement): URLSearchParams | null {
  try {
    const address = frame.contentWindow?.location;
    return address?.pathname === RETURN_PATH ? new URLSearchParams(address.search) : null;
  } catch {
    return null;
  }
}

/** The card company's page, and the payment's result according to the server. */
export function CardCheckout({ tx_ref, url, inWindow, onPaid, onAgain }: Props) {
  const [asWindow, setAsWindow] = useState(inWindow);
  const [left, setLeft] = useState(false);
  return !asWindow && !left ? (
    <>
      <iframe
        title="Card payment"
        src={url}
        className="h-[65dvh] w-full rounded-control border border-line bg-surface"
        onLoad={({ currentTarget }) => {
          if (returned(currentTarget)) setLeft(true);
        }}
      />
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className={buttonClasses('link')}
        onClick={() => setAsWindow(true)}
      >
        <ExternalLink aria-hidden className="size-5" />
        <span>Open in a new window</span>
      </a>
      <Watch tx_ref={tx_ref} onPaid={onPaid} />
    </>
  ) : (
    <CardOutcome tx_ref={tx_ref} onPaid={onPaid} onAgain={onAgain} />
  );
}

/** Polls the payment while its page is open. */
function Watch({ tx_ref, onPaid }: Pick<Props, 'tx_ref' | 'onPaid'>) {
  useOutcome(tx_ref, onPaid);
  return null;
}

interface OutcomeProps {
  tx_ref: string;
  /** The card company's ID of the payment, if the browser brought it. */
  transaction_id?: string | undefined;
  onPaid: (transaction: Transaction) => void;
  onAgain: () => void;
}

/** Polls the card company, through the server, until the payment's result is known. */
export function CardOutcome({ tx_ref, transaction_id, onPaid, onAgain }: OutcomeProps) {
  const state = useOutcome(tx_ref, onPaid);
  const confirm = useConfirmCard();
  const send = () => confirm.mutate({ tx_ref, transaction_id: transaction_id ?? null });
  const ask = useEffectEvent(send);
  useEffect(() => {
    ask();
    // On return from the card company's window.
    const again = () => ask();
    addEventListener('focus', again);
    return () => removeEventListener('focus', again);
  }, []);
  if (confirm.error) return <ErrorState message={confirm.error.message} onRetry={send} />;
  if (state === 'declined')
    return (
      <div role="alert" className="flex flex-col gap-4 text-center">
        <p className="font-medium">Your card was declined. Nothing was charged.</p>
        <Button wide onClick={onAgain}>
          Try again
        </Button>
      </div>
    );
  if (state === 'expired')
    return (
      <div role="alert" className="flex flex-col gap-4 text-center">
        <p className="font-medium">This payment has expired: it was not paid within a day.</p>
        <Button wide onClick={onAgain}>
          Start again
        </Button>
      </div>
    );
  if (state === 'held')
    return (
      <p role="alert" className="text-center font-medium">
        Your payment arrived, but your wallet can't take it. Our support team will look into it.
      </p>
    );
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex items-center justify-center gap-3 text-sm text-muted">
        <span
          aria-hidden
          className="size-2.5 shrink-0 animate-[breathe_1.2s_infinite] rounded-full bg-accent"
        />
        <span>Waiting for your payment. You can leave this page: the money will still arrive.</span>
      </p>
      <Button look="quiet" wide busy={confirm.isPending} onClick={send}>
        I have paid
      </Button>
      <Button look="link" onClick={onAgain}>
        Start again
      </Button>
    </div>
  );
}

/** The state of a checkout; calls back once it is paid. */
function useOutcome(tx_ref: string, onPaid: (transaction: Transaction) => void) {
  const refresh = useRefreshMoney();
  const { data } = useQuery({ ...cardQuery(tx_ref), refetchInterval: LOOK_EVERY_MS });
  const reference = data?.transaction?.reference;
  const paid = useEffectEvent(() => {
    if (!data?.transaction) return;
    void refresh();
    onPaid(data.transaction);
  });
  useEffect(() => {
    if (reference !== undefined) paid();
  }, [reference]);
  return data?.state;
}
