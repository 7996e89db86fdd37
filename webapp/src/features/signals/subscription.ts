import { useEffect, useState } from 'react';
import type { User } from '@/api/types';
import { evaluate } from '@/engine';
import { now } from '@/lib/clock';
import { dateFormat } from '@/lib/date-format';
import { useServices } from '@/ui/configuration';

const LOOK_EVERY_MS = 1000;

/**
 * The state of the subscription: active, its end, and whether there ever was one. It also expires while the page is
 * open.
 */
export function useSubscription(user: User | null) {
  const sub = user?.meta.sub ?? null;
  const asked = () => evaluate('alert.status', { until: sub, now: now().toISOString() }).active;
  const [, look] = useState(false);
  const active = asked();
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      if (!evaluate('alert.status', { until: sub, now: now().toISOString() }).active) look(true);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [active, sub]);
  return { active, until: sub, ever: sub !== null };
}

/** Whether automatic trading is offered: buying coins on signals with the user's own key. */
export function useAutoTradeOffered(): boolean {
  const has = useServices();
  return has('signals') && has('exchange_keys');
}

const dayWords = dateFormat('en-NG', { timeZone: 'Africa/Lagos', dateStyle: 'long' });

/** The day of an instant in Lagos, as in `20 December 2026`. */
export const longDay = (instant: string): string => dayWords(new Date(instant));
