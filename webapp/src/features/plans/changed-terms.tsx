import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '@/api/problem';
import type { Elements } from '@/lib/elements';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import { limitsWords } from './common/limits';
import { planKeys } from './queries';
import type { Plan } from './types';
import { chargeWords, durationWords, penaltyWords, returnWords } from './words';

/** The current plan, from a refusal because its terms have changed. */
export function planIn({ code, data }: Problem): Plan | null {
  if (code !== 'quote_changed' || typeof data !== 'object' || data === null || !('plan' in data)) return null;
  return data.plan as Plan;
}

/** The terms in words. */
const termsOf = (plan: Plan): Record<string, string> => ({
  Name: plan.name,
  Amount: limitsWords(plan),
  Duration: durationWords(plan.duration, plan.duration_unit),
  Interest: plan.take_profit === null ? 'none' : `${plan.take_profit}%`,
  'Grace period':
    plan.wait === null || plan.wait_unit === null ? 'none' : durationWords(plan.wait, plan.wait_unit),
  'Request fee': plan.request_fee === null ? 'the usual one' : money(plan.request_fee, plan.limits.currency),
  'Late instalments': chargeWords(plan),
  Return: returnWords(plan),
  'Leaving early': penaltyWords(plan),
  Group: plan.is_group ? 'yes' : 'no',
  Coins: plan.coin_types
    .map(({ name, coin_name, coin, quantity }) => `${coin_name} (${coin}, ${name}), ${quantity}%`)
    .join('; '),
  Description: plan.description.join(' '),
  'How it works': plan.how_to_buy.join(' '),
});

/** The terms that differ: each before and after. */
export function changesOf(seen: Plan, now: Plan): [name: string, words: string][] {
  const before = termsOf(seen);
  const changed = Object.entries(termsOf(now)).filter(([name, words]) => words !== before[name]);
  return changed.map(([name, words]) => [name, `${words} (before: ${before[name]})`]);
}

/** The terms that the user works with, and newer ones that they have not seen yet. */
export interface Terms {
  plan: Plan;
  /** Accepts a refusal that is about the terms; false for any other. */
  refused: (problem: Problem) => boolean;
  /** The notice of newer terms; null if there are none. It calls back once they are seen. */
  notice: ((onSeen: () => void) => Elements) | null;
}

export function useTerms(offered: Plan): Terms {
  const queries = useQueryClient();
  const [plan, setPlan] = useState(offered);
  const [changed, setChanged] = useState<Plan | null>(null);
  return {
    plan,
    refused: (problem) => {
      const now = planIn(problem);
      if (now === null) return false;
      setChanged(now);
      void queries.invalidateQueries({ queryKey: planKeys.offered(now.type) });
      return true;
    },
    notice:
      changed &&
      ((onSeen) => (
        <ChangedTerms
          seen={plan}
          now={changed}
          onSeen={() => {
            setPlan(changed);
            setChanged(null);
            onSeen();
          }}
        />
      )),
  };
}

interface Props {
  seen: Plan;
  now: Plan;
  onSeen: () => void;
}

/** The changes of a plan since its terms were shown. */
const ChangedTerms = ({ seen, now, onSeen }: Props) => (
  <>
    <p role="alert" className="font-semibold">
      The terms of this plan have changed. Please look at them again.
    </p>
    {changesOf(seen, now).length > 0 ? (
      <Facts rows={changesOf(seen, now)} />
    ) : (
      <p>What you pay and what you get stays the same.</p>
    )}
    <p className="text-sm text-muted">Nothing is taken and nothing is paid yet.</p>
    <Button wide onClick={onSeen}>
      Continue with the new terms
    </Button>
  </>
);
