import { Download } from 'lucide-react';
import { useState } from 'react';
import { Row } from '@/ui/row';
import { ExportSheet } from './export-sheet';

/** The export of the user's own data. */
export function DataRow() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Row icon={Download} label="Export my data" onClick={() => setOpen(true)} />
      <ExportSheet open={open} onClose={() => setOpen(false)} />
    </>
  );
}
