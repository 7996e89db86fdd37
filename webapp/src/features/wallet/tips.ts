import { useState } from 'react';
import { readStored, store } from '@/lib/storage';

/** The names of the tips that were closed on this device, in one text. */
const closed = (): readonly string[] => readStored('tips')?.split(' ') ?? [];

/** Whether a tip is still to be shown, and the function that closes it for good. */
export function useTip(name: string): { isOpen: boolean; close: () => void } {
  const [isOpen, setOpen] = useState(() => !closed().includes(name));
  return {
    isOpen,
    close: () => {
      store('tips', [...closed(), name].join(' '));
      setOpen(false);
    },
  };
}
