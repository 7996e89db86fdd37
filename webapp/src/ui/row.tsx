import { Link } from '@tanstack/react-router';
import { ChevronRight, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classes } from '@/lib/classes';
import { IconDisc } from './icon-disc';

interface Props {
  icon: LucideIcon;
  label: string;
  /** The current setting, in a word or two. It describes the row, and is not part of its name. */
  value?: string | undefined;
  /** The link's target; without it the row is a button. */
  to?: string;
  /** The place on that page. */
  hash?: string | undefined;
  /** Whether the link's page is shown beside the list. */
  chosen?: boolean;
  onClick?: () => void;
}

/** A row of a group that links to a page or opens a sheet. */
export function Row({ icon, label, value, to, hash, chosen = false, onClick }: Props) {
  const id = useId();
  const shared = {
    className: classes(
      'flex min-h-14 w-full items-center gap-3 text-start font-medium',
      chosen && '-mx-2 w-auto! rounded-control bg-accent-soft px-2',
    ),
    'aria-describedby': value ? id : undefined,
  };
  const body = (
    <>
      <IconDisc icon={icon} />
      <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-3">
        <span className="min-w-min grow basis-28">{label}</span>
        {/* Drawn by the style sheet: as text it would become part of the accessible name. */}
        {value && (
          <span
            aria-hidden
            data-value={value}
            className="figures text-sm font-normal whitespace-nowrap text-muted before:content-[attr(data-value)]"
          />
        )}
      </span>
      <ChevronRight aria-hidden className="roomy size-5 shrink-0 text-muted rtl:rotate-180" />
    </>
  );
  return (
    <>
      {to === undefined ? (
        <button type="button" onClick={onClick} {...shared}>
          {body}
        </button>
      ) : (
        <Link to={to} hash={hash} aria-current={chosen ? 'page' : undefined} {...shared}>
          {body}
        </Link>
      )}
      {value && (
        <span id={id} hidden>
          {value}
        </span>
      )}
    </>
  );
}
