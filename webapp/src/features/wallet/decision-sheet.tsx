import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { transactionKeys } from '@/payment/queries';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { EmptyState, ListSkeleton } from '@/ui/states';

const decisionQuery = (reference: string) =>
  queryOptions({
    queryKey: [...transactionKeys.one(reference), 'decision'] as const,
    queryFn: async () =>
      (await call('GET', '/transaction/{reference}/decision', { path: { reference } })).data,
  });

interface Props {
  reference: string;
  open: boolean;
  onClose: () => void;
}

/** How the figures of a transaction were worked out: the rules that were asked, and what they made of what. */
export default function DecisionSheet({ reference, open, onClose }: Props) {
  const decision = useQuery({ ...decisionQuery(reference), enabled: open });
  // Nothing is recorded of what a provider reports, and of what was decided before records began.
  const query = decision.error?.status === 404 ? { ...decision, data: null, error: null } : decision;
  return (
    <Sheet open={open} onClose={onClose} title="How this was worked out">
      <Loaded query={query} waiting={<ListSkeleton rows={3} />}>
        {(found) => (found === null ? <Nothing /> : <Shown decision={found} />)}
      </Loaded>
    </Sheet>
  );
}

const Nothing = () => (
  <EmptyState title="Nothing more is recorded">
    <p className="text-sm text-muted">
      The receipt shows all that we know of this transaction. If something looks wrong, report a problem.
    </p>
  </EmptyState>
);

function Shown({ decision }: { decision: Contract<'Decision'> }) {
  const rules = decision.decided.filter(({ figures }) => figures.length > 0);
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
      <p className="text-xs text-muted">
        <span>{'Rules '}</span>
        <code className="wrap-anywhere">{decision.rules}</code>
      </p>
    </>
  );
}
