import { useEffect, useEffectEvent, useRef } from 'react';
import { evaluate } from '@/engine/later';
import { nameOf } from './kinds';

interface Wanted {
  phone: string;
  network: string;
  choose: (network: string) => void;
}

/** Selects the network that a phone number was issued for, until the user chooses another one. */
export function useNetwork({ phone, network, choose }: Wanted) {
  // A choice made before the screen was left stays.
  const isChosen = useRef(phone !== '');
  const { network_hint: issued } = evaluate('phone.inspect', { phone });
  const take = useEffectEvent((wanted: string) => {
    if (!isChosen.current && wanted !== network) choose(wanted);
  });
  useEffect(() => {
    if (issued !== null) take(issued);
  }, [issued]);
  return {
    /** Marks the network as the user's own choice. */
    keep: () => {
      isChosen.current = true;
    },
    /** Shown if the number's issuer differs: it may have been ported, or the choice may be a slip. */
    hint:
      issued !== null && issued !== network
        ? `This looks like a number of ${nameOf('airtime', issued)}.`
        : undefined,
  };
}
