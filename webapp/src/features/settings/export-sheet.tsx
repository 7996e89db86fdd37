import { useState } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Segmented } from '@/ui/segmented';
import { Sheet } from '@/ui/sheet';
import { type Format, useExport } from './mutations';

const FORMATS = [
  { value: 'json', label: 'JSON' },
  { value: 'csv', label: 'CSV' },
] as const;

const ABOUT: Record<Format, string> = {
  json: 'One file with everything, for programs.',
  csv: 'A ZIP file with a table for each kind of data. A spreadsheet opens them, and a README explains them.',
};

/** The choice of an export file, and its progress. The export continues when the sheet is closed. */
export function ExportSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('json');
  const made = useExport();
  const isOnline = useOnline();
  const choose = (chosen: Format) => {
    setFormat(chosen);
    if (!made.isPending) made.reset();
  };
  const status = made.isPending
    ? 'Your file is being made. A long history takes a while.'
    : made.isSuccess && `Saved as ${made.data.name}. Keep it where nobody else reads it.`;
  return (
    <Sheet open={open} onClose={onClose} title="Export my data">
      <p className="text-sm text-muted">
        Everything we keep about you: your profile, wallets, transactions, plans, messages, settings and
        sign-ins. Passwords and PINs aren't included. You'll get a security notice that your data was
        exported.
      </p>
      <Segmented label="Format" options={FORMATS} value={format} onChange={choose}>
        <p className="text-sm">{ABOUT[format]}</p>
      </Segmented>
      <p role="status" className="text-sm font-medium empty:hidden">
        {status}
      </p>
      <FormError>{isOnline ? made.error?.message : "You're offline. Connect to export your data."}</FormError>
      <Button wide busy={made.isPending} disabled={!isOnline} onClick={() => made.mutate(format)}>
        {`Export as ${format === 'json' ? 'JSON' : 'CSV'}`}
      </Button>
    </Sheet>
  );
}
