import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { canHoldPasskey } from '@/api/passkey';
import { lastPerson } from '@/lib/last-person';
import { readStored, store } from '@/lib/storage';
import { passkeysQuery } from '@/payment/passkeys';
import { Button } from '@/ui/button';
import { useBrandName } from '@/ui/configuration';
import { Sheet } from '@/ui/sheet';
import { AddPasskey } from './add-passkey';

/** The offer waits until the page has settled. */
const OPENS_AFTER_MS = 1500;

/** One thing at a time: the offer waits for open sheets. */
const isFree = (): boolean => document.querySelector('[data-sheet]') === null;

/** Offers a passkey once in each browser that can hold one. */
export function PasskeyOffer() {
  const person = useSyncExternalStore(lastPerson.subscribe, lastPerson.get);
  // Loaded before a payment needs to know whether a passkey covers it.
  useQuery({ ...passkeysQuery, enabled: person?.passkey !== undefined });
  const [open, setOpen] = useState(false);
  const brand = useBrandName();
  const isDue = person !== null && person.passkey === undefined && readStored('passkey offer') === null;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(async () => {
      if ((await canHoldPasskey()) && isFree()) setOpen(true);
    }, OPENS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDue]);
  const settle = () => {
    store('passkey offer', 'settled');
    setOpen(false);
  };
  return (
    <Sheet open={open} onClose={settle} title={`Open ${brand} with your fingerprint`}>
      <AddPasskey onAdded={settle} />
      <Button wide look="plain" onClick={settle}>
        Not now
      </Button>
      <p className="text-center text-sm text-muted">You can do this later in Settings.</p>
    </Sheet>
  );
}
