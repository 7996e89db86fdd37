import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { Elements } from '@/lib/elements';

/** A part of a page that few want to see: it loads when it is opened. */
export function Disclosure({ title, children }: { title: string; children: Elements }) {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="group rounded-card bg-raised px-gutter shadow-raised"
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 font-medium">
        <span>{title}</span>
        <ChevronDown aria-hidden className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      <div className="pb-gutter">{opened && children}</div>
    </details>
  );
}
