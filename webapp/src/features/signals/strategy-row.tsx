import { ChevronDown, Pencil, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { classes } from '@/lib/classes';
import { Facts } from '@/payment/breakdown';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { shownFigure } from './figures';
import { MarketFigures } from './market-figures';
import { useDeleteStrategy, useToggleStrategy } from './mutations';
import type { Strategy } from './queries';
import { CONDITIONS } from './strategy-sheet';
import { strategyWords } from './strategy-words';

const ROUND = 'grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken';

/** A strategy: its price, its state, and its figures on request. */
export function StrategyRow({ strategy, onChange }: { strategy: Strategy; onChange: () => void }) {
  const [open, setOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const details = useId();
  const price = shownFigure(strategy.price);
  const name = `strategy at ${price} USDT`;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <p className="figures min-w-0 grow font-semibold wrap-anywhere">
          {strategy.coin !== '' && <span>{`${strategy.coin} at `}</span>}
          <span>{`${price} USDT`}</span>
        </p>
        <ActiveBadge strategy={strategy} name={name} />
      </div>
      <p className="text-sm text-muted">{strategyWords(strategy)}</p>
      <div className="-my-2 flex justify-end gap-2">
        <button type="button" className={ROUND} aria-label={`Change ${name}`} onClick={onChange}>
          <Pencil aria-hidden className="size-5 text-muted" />
        </button>
        <button
          type="button"
          className={classes(ROUND, 'text-negative')}
          aria-label={`Delete ${name}`}
          onClick={() => setDeleting(true)}
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
        <button
          type="button"
          className={ROUND}
          aria-label={`Details of ${name}`}
          aria-expanded={open}
          aria-controls={details}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown
            aria-hidden
            className={classes('size-5 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </div>
      <div id={details} hidden={!open} className={classes(open && 'flex flex-col gap-3')}>
        <Facts
          rows={CONDITIONS.map(({ name: figure, label }) => [
            label,
            <bdi key={figure}>{shownFigure(strategy[figure])}</bdi>,
          ])}
        />
        {open && strategy.coin !== '' && <MarketFigures coin={strategy.coin} />}
      </div>
      <DeleteSheet strategy={strategy} open={deleting} onClose={() => setDeleting(false)} />
    </div>
  );
}

/** Active or in-active, the specification's word; a tap changes it. */
function ActiveBadge({ strategy, name }: { strategy: Strategy; name: string }) {
  const toggle = useToggleStrategy(strategy.id);
  // Optimistic; the server's response follows.
  const active = toggle.isPending ? !strategy.is_active : strategy.is_active;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={`Active: ${name}`}
      disabled={toggle.isPending}
      className="grid min-h-11 place-items-center px-1"
      onClick={() => toggle.mutate()}
    >
      <span
        className={classes(
          'rounded-full px-3 py-1 text-sm font-semibold',
          active ? 'bg-positive text-on-status' : 'bg-sunken text-muted',
        )}
      >
        {active ? 'active' : 'in-active'}
      </span>
    </button>
  );
}

interface DeleteProps {
  strategy: Strategy;
  open: boolean;
  onClose: () => void;
}

function DeleteSheet({ strategy, open, onClose }: DeleteProps) {
  const remove = useDeleteStrategy(strategy.id);
  return (
    <Sheet open={open} onClose={onClose} title="Delete strategy" held={remove.isPending}>
      <p>
        <span>{'Delete the strategy at '}</span>
        <strong className="figures">{`${shownFigure(strategy.price)} USDT`}</strong>
        <span>? This cannot be undone.</span>
      </p>
      <Button
        look="danger"
        wide
        busy={remove.isPending}
        onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
      >
        Delete
      </Button>
    </Sheet>
  );
}
