import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { transactionKeys } from '@/payment/queries';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { EmptyState, ListSkeleton } from '@/ui/states';
import type { WorkedOutOf } from '../worked-out';

type Decided = Pick<Contract<'DecidedRule'>, 'rule' | 'doc' | 'figures'>;

interface Found {
  rules: string | null;
  decided: Decided[];
}

const recorded = ({ rules, decided }: Contract<'Decision'>): Found => ({ rules, decided });

async function explained(of: WorkedOutOf): Promise<Found> {
  if ('reference' in of) {
    const path = { reference: of.reference };
    return recorded((await call('GET', '/transaction/{reference}/decision', { path })).data);
  }
  if ('quote' in of)
    return recorded((await call('GET', '/quotes/{id}/decision', { path: { id: of.quote } })).data);
  const decided = of.asked.map(async ({ rule, input, at = '' }) => {
    const body = input as Record<string, never>;
    const { data } = await call('POST', '/rules/{rule}/explain', { path: { rule }, query: { at }, body });
    return { rule, doc: data.doc, figures: data.worked_out };
  });
  return { rules: null, decided: await Promise.all(decided) };
}

const workedOutQuery = (of: WorkedOutOf) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'worked out', of] as const,
    queryFn: () => explained(of),
    // A recorded decision never changes, and a rule gives one answer to one input.
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Props {
  of: WorkedOutOf;
  open: boolean;
  onClose: () => void;
}

/** How figures were worked out: the rules that were asked, and what they made of what. */
export default function WorkedOutSheet({ of, open, onClose }: Props) {
  const decision = useQuery({ ...workedOutQuery(of), enabled: open });
  // Nothing is recorded of what a provider reports, and of what was decided before records began.
  const query = decision.error?.status === 404 ? { ...decision, data: null, error: null } : decision;
  return (
    <Sheet open={open} onClose={onClose} title="How this was worked out">
      <Loaded query={query} waiting={<ListSkeleton rows={3} />}>
        {(found) => (found === null ? <Nothing /> : <Shown found={found} />)}
      </Loaded>
    </Sheet>
  );
}

const Nothing = () => (
  <EmptyState title="Nothing more can be shown">
    <p className="text-sm text-muted">
      These figures were not decided by rules, or with facts about somebody else. If something looks wrong,
      chat with us.
    </p>
  </EmptyState>
);

function Shown({ found }: { found: Found }) {
  const rules = found.decided.filter(({ figures }) => figures.length > 0);
  if (rules.length === 0) return <Nothing />;
  return (
    <>
      {rules.map(({ rule, doc, figures }, place) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule may be asked twice, and the list never changes
          key={`${rule} ${place}`}
          className="flex flex-col gap-3 rounded-card border border-line p-4"
        >
          <h3 className="text-sm font-semibold">{doc}</h3>
          <dl className="flex flex-col gap-3">
            {figures.map(({ label, value, words }) => (
              <div key={label} className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 text-sm">
                <dt>{label}</dt>
                <dd className="figures font-semibold" dir="ltr">
                  {value}
                </dd>
                <dd className="figures col-span-2 text-muted wrap-anywhere" dir="ltr">
                  {words}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {found.rules !== null && (
        <p className="text-xs text-muted">
          <span>{'Rules '}</span>
          <code className="wrap-anywhere">{found.rules}</code>
        </p>
      )}
    </>
  );
}
