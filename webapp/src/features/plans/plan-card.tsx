import { ChevronDown, ChevronRight, type LucideIcon, ShieldCheck, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Elements } from '@/lib/elements';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import { Card } from '@/ui/page';
import { limitsWords } from './common/limits';
import type { Plan } from './types';
import { currencyWords, durationWords, interestWords, penaltyWords, returnWords } from './words';

interface Props {
  plan: Plan;
  /** The label of the button. */
  action: string;
  onChoose: () => void;
  /** The reason why it cannot be chosen. */
  refusal?: string | null;
  /** An example of the plan, in place of its least amount. */
  example?: Elements;
}

/** A plan on offer: its amount, its duration, and the cost of leaving early. */
export function PlanCard({ plan, action, onChoose, refusal = null, example }: Props) {
  const { limits, description, how_to_buy, risk_type, coin_types, suitability } = plan;
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">{plan.name}</h2>
        {plan.is_group && <Tag icon={Users}>Group</Tag>}
        {plan.is_flexible && !plan.is_group && <Tag icon={ShieldCheck}>Flexible</Tag>}
      </div>
      {example ?? (
        <p className="flex flex-wrap items-baseline gap-x-1.5">
          <span className="basis-full text-sm text-muted">{'From '}</span>
          <span className="figures text-xl font-bold">{money(limits.minimum, limits.currency)}</span>
          {limits.maximum !== null && (
            <span className="figures text-sm text-muted">{` to ${money(limits.maximum, limits.currency)}`}</span>
          )}
        </p>
      )}
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3 text-sm">
        {example && <Fact name="Amount">{limitsWords(plan)}</Fact>}
        <Fact name="Duration">{durationWords(plan.duration, plan.duration_unit)}</Fact>
        {plan.take_profit !== null && <Fact name="Interest">{interestWords(plan)}</Fact>}
        {plan.type === 'savings' && <Fact name="Return">{returnWords(plan)}</Fact>}
        {plan.pot_currency !== limits.currency && (
          <Fact name="Held in">{currencyWords(plan.pot_currency)}</Fact>
        )}
        {plan.type !== 'loan' && <Fact name="Leaving early">{penaltyWords(plan)}</Fact>}
      </dl>
      {coin_types.length > 0 && <Shares plan={plan} />}
      {risk_type.length > 0 && (
        <ul aria-label="Risk" className="flex flex-wrap gap-2">
          {risk_type.map((label) => (
            <li key={label} className="rounded-full bg-accent-soft px-3 py-1 text-xs font-semibold">
              {label}
            </li>
          ))}
        </ul>
      )}
      {suitability?.message && (
        <p className="rounded-control bg-sunken p-3 text-sm font-medium">{suitability.message}</p>
      )}
      <Lines lines={description} />
      {how_to_buy.length > 0 && (
        <details className="group text-sm">
          <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-semibold">
            <span>How it works</span>
            <ChevronDown aria-hidden className="size-5 text-muted group-open:rotate-180" />
          </summary>
          <Lines lines={how_to_buy} numbered />
        </details>
      )}
      <Button wide disabled={refusal !== null} aria-label={`${action}: ${plan.name}`} onClick={onChoose}>
        <span>{action}</span>
        <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
      </Button>
      {refusal !== null && <p className="-mt-2 text-center text-sm text-muted">{refusal}</p>}
    </Card>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="figures font-medium wrap-anywhere">{children}</dd>
  </div>
);

const Tag = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <span className="flex shrink-0 items-center gap-1.5 rounded-full bg-sunken px-3 py-1 text-xs font-semibold">
    <Icon aria-hidden className="size-4" />
    <span>{children}</span>
  </span>
);

/** The coins of a set, as bars and in words. */
function Shares({ plan }: { plan: Plan }) {
  return (
    <ul aria-label="Coins" className="flex flex-col gap-2 text-sm">
      {plan.coin_types.map(({ coin, coin_name, name, quantity }) => (
        <li key={coin}>
          <span className="flex justify-between gap-3">
            <span>
              <span>{`${coin_name} `}</span>
              <span className="text-muted">{`(${coin})`}</span>
              <span className="block text-xs text-muted">{name}</span>
            </span>
            <span className="figures font-medium">{`${quantity}%`}</span>
          </span>
          <span aria-hidden className="mt-1 block h-1.5 overflow-clip rounded-full bg-sunken">
            <span className="block h-full rounded-full bg-accent" style={{ inlineSize: `${quantity}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Lines({ lines, numbered }: { lines: readonly string[]; numbered?: boolean }) {
  if (lines.length === 0) return null;
  const List = numbered ? 'ol' : 'ul';
  return (
    <List
      className={`flex list-outside flex-col gap-1 ps-5 text-sm text-muted ${numbered ? 'list-decimal' : 'list-disc'}`}
    >
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </List>
  );
}
