import { Download } from 'lucide-react';
import { useSaveHistory } from '@/payment/mutations';
import { Button } from '@/ui/button';
import { Card } from '@/ui/page';
import { useExport } from './export';

/** The user's own data, to keep. */
export function DataCard() {
  const all = useExport();
  const statement = useSaveHistory({});
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">Your data</h2>
      <p className="text-sm text-muted">
        Your profile, wallets, transactions, bank accounts and strategies. Passwords and PINs are not part of
        it.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" className="grow" busy={all.isPending} onClick={() => all.mutate()}>
          <Download aria-hidden className="size-5" /> Everything (JSON)
        </Button>
        <Button look="quiet" className="grow" busy={statement.isPending} onClick={() => statement.mutate()}>
          <Download aria-hidden className="size-5" /> Transactions (CSV)
        </Button>
      </div>
    </Card>
  );
}
