import { useEffect, useEffectEvent, useRef } from 'react';
import { evaluate } from '@/engine';
import { nameOf } from './kinds';

interface Wanted {
  phone: string;
  network: string;
  choose: (network: string) => void;
}

/** The network that a phone number was issued for is chosen, until somebody chooses another one. */
export function useNetwork({ phone, network, choose }: Wanted) {
  // What was chosen before the screen was left stays.
  const isChosen = useRef(phone !== '');
  const { network_hint: issued } = evaluate('phone.inspect', { phone });
  const take = useEffectEvent((wanted: string) => {
    if (!isChosen.current && wanted !== network) choose(wanted);
  });
  useEffect(() => {
    if (issued !== null) take(issued);
  }, [issued]);
  return {
    /** The network is somebody's own choice from now on. */
    keep: () => {
      isChosen.current = true;
    },
    /** The number may have been taken to another network, or this is a slip. */
    hint:
      issued !== null && issued !== network
        ? `This looks like a number of ${nameOf('airtime', issued)}.`
        : undefined,
  };
}
