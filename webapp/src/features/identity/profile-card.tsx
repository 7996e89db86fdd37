import { useRouter } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { Card } from '@/ui/page';

interface Props {
  title: string;
  editing: boolean;
  onEdit: () => void;
  /** The page's address names this part: it is scrolled to. */
  wanted?: boolean;
  children: Elements;
}

/** A part of the profile, displayed or edited. */
export function ProfileCard({ title, editing, onEdit, wanted = false, children }: Props) {
  const router = useRouter();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!wanted) return;
    const show = () => {
      heading.current?.scrollIntoView({ block: 'start' });
      heading.current?.focus({ preventScroll: true });
    };
    show();
    // A newly rendered page is scrolled to its top.
    return router.subscribe('onRendered', show);
  }, [wanted, router]);
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-20 text-lg font-semibold">
          {title}
        </h2>
        {!editing && (
          <button
            type="button"
            className="flex min-h-11 items-center gap-2 rounded-full bg-accent-soft px-4 text-sm font-semibold hover:brightness-97"
            onClick={onEdit}
          >
            <Pencil aria-hidden className="size-4" />
            <span>Edit</span>
            <span className="sr-only">{title}</span>
          </button>
        )}
      </div>
      {children}
    </Card>
  );
}

/** The profile's values, row by row, if there are any. */
export function Rows({ rows }: { rows: [label: string, value: string | null | undefined][] }) {
  if (rows.every(([, value]) => !value)) return <p className="text-sm text-muted">Nothing entered yet.</p>;
  return (
    <dl className="-my-1 divide-y divide-line text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 py-2.5">
          <dt className="text-muted">{label}</dt>
          <dd
            className={classes(
              'ms-auto min-w-0 text-end break-words',
              value ? 'font-semibold' : 'text-muted',
            )}
          >
            {value || 'Not given'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
