import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

interface Props {
  /** Its name in the address. */
  name: string;
  children: Elements;
}

/** A place on a page of the settings: it is marked and scrolled to if the address names it. */
export function At({ name, children }: Props) {
  const isWanted = useLocation({ select: ({ hash }) => hash === name });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    place.current?.scrollIntoView({ block: 'center' });
    place.current?.focus({ preventScroll: true });
  }, [isWanted]);
  return (
    <div
      ref={place}
      id={name}
      tabIndex={isWanted ? -1 : undefined}
      className={classes('rounded-card empty:hidden', isWanted && 'outline-2 outline-accent-text')}
    >
      {children}
    </div>
  );
}
