import { useEffect, useEffectEvent, useRef } from 'react';
import { evaluate } from '@/engine/later';
import { nameOf } from './kinds';

interface Wanted {
  phone: string;
  network: string;
  choose: (network: string) => void;
}

/**
 * Selects the network that a phone number was issued for, until the user chooses another one. For a number of an unknown
 * network the choice is open.
 */
export function useNetwork({ phone, network, choose }: Wanted) {
  // A choice made before the screen was left stays.
  const isChosen = useRef(phone !== '');
  const { network_hint: issued, valid: isWhole } = evaluate('phone.inspect', { phone });
  const take = useEffectEvent((wanted: string) => {
    if (!isChosen.current && wanted !== network) choose(wanted);
  });
  useEffect(() => {
    if (issued !== null || isWhole) take(issued ?? '');
  }, [issued, isWhole]);
  const warning =
    issued !== null && network !== '' && issued !== network
      ? `This looks like a number of ${nameOf('airtime', issued)}. A top-up of another network can't be taken back.`
      : undefined;
  const known = issued === null ? undefined : 'Found by its first digits. Change it if it was moved.';
  return {
    /** Marks the network as the user's own choice. */
    keep: () => {
      isChosen.current = true;
    },
    /** Another number is filled in: its own network is selected. */
    ask: () => {
      isChosen.current = false;
    },
    /** Shown if the number's issuer differs: it may have been ported, or the choice may be a slip. */
    warning,
    hint:
      warning ??
      (isWhole && network === '' ? "We can't tell the network of this number. Please choose it." : known),
  };
}
