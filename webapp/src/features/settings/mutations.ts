import { useMutation } from '@tanstack/react-query';
import { switchOff, switchOn } from './push';

/** Switches push messages on this device on or off. */
export const useSwitchPush = (key: string) =>
  useMutation<unknown, Error, 'on' | 'off'>({
    mutationFn: (to) => (to === 'on' ? switchOn(key) : switchOff()),
    meta: { quiet: true, silent: true },
  });
