import { Sparkles } from 'lucide-react';
import { changeOf } from '@/payment/change';

const SIGNS = { up: '+', down: '-', same: '' };

/** A predicted change, in other words and another look than a change that has happened. */
export function Predicted({ percent }: { percent: string }) {
  const { direction, size } = changeOf(percent);
  return (
    <span className="flex flex-col items-center text-center text-xs text-muted">
      <span className="flex items-center gap-1 font-semibold">
        <Sparkles aria-hidden className="size-3.5 shrink-0" />
        <span>{'Predicted '}</span>
      </span>
      <span className="figures text-sm font-bold text-text">
        <bdi dir="ltr">{`${SIGNS[direction]}${size}%`}</bdi>
      </span>
      <span> within a day</span>
    </span>
  );
}
