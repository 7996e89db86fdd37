import { ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { IconDisc } from '@/ui/icon-disc';
import { Card } from '@/ui/page';
import { ExportSheet } from './export-sheet';

/** The user's own data, to keep. */
export function DataCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card>
      <h2 className="pb-2 text-sm font-semibold text-muted">Your data</h2>
      <button
        type="button"
        className="flex min-h-14 w-full items-center gap-3 text-start font-medium"
        onClick={() => setOpen(true)}
      >
        <IconDisc icon={Download} />
        <span className="min-w-0 grow">Export my data</span>
        <ChevronRight aria-hidden className="roomy size-5 shrink-0 text-muted rtl:rotate-180" />
      </button>
      <ExportSheet open={open} onClose={() => setOpen(false)} />
    </Card>
  );
}
