import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readStored, store } from '@/lib/storage';
import { Balance } from '@/payment/money';
import { Button, buttonClasses } from '@/ui/button';
import { BUTTONS } from '@/ui/columns';
import { Drawing } from '@/ui/drawing';
import { Card } from '@/ui/page';
import { Ring } from '@/ui/ring';
import type { Subscription } from '../types';
import { nearDayWords } from '../words';
import { SavingArt } from './saving-tile';

/** The number of ended savings that are remembered as seen. */
const REMEMBERED = 100;

const seen = (): string[] => (readStored('ended savings') ?? '').split(' ');

/** Savings that came to their end since the user last looked: the newest of them, once. */
export function Reached({ savings }: { savings: readonly Subscription[] }) {
  const completed = savings.filter(({ ended }) => ended?.how === 'completed' && ended.returned !== null);
  const newest = completed.find(({ id }) => !seen().includes(id));
  const [shown, setShown] = useState<Subscription | undefined>(newest);
  // Those that end while the page is open are celebrated the next time.
  const [ids] = useState(() => completed.map(({ id }) => id));
  useEffect(() => {
    const known = [...new Set([...ids, ...seen()])].filter(Boolean);
    store('ended savings', known.slice(0, REMEMBERED).join(' '));
  }, [ids]);
  if (!shown?.ended?.returned) return null;
  const { name, pot_currency, ended, progress } = shown;
  return (
    <Card className="flex flex-col items-center gap-4 text-center">
      {progress.reached ? (
        <Drawing of="goal-reached" drawn />
      ) : (
        <Ring drawn className="size-28 text-positive">
          <SavingArt subscription={shown} className="size-14 text-accent-text" />
        </Ring>
      )}
      <div role="status" className="figures flex flex-col gap-1">
        <p className="text-lg font-bold wrap-anywhere">
          {progress.reached ? `You did it: ${name}` : `It has ended: ${name}`}
        </p>
        <p>
          <Balance amount={shown.ended.returned} currency={pot_currency} />
          <span>{` came back to your wallet${ended?.on ? ` on ${nearDayWords(ended.on)}` : ''}.`}</span>
        </p>
      </div>
      <div className={`w-full ${BUTTONS}`}>
        <Link to="/saves" className={buttonClasses('primary')}>
          Save for something new
        </Link>
        <Button look="quiet" onClick={() => setShown(undefined)}>
          Done
        </Button>
      </div>
    </Card>
  );
}
