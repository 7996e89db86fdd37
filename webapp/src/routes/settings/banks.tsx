import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight, FileText, Landmark, WalletCards } from 'lucide-react';
import { beneficiariesQuery } from '@/features/wallet/queries';
import { Card } from '@/ui/page';
import { Row } from '@/ui/row';
import { At } from './at';
import { savedWords } from './values';

/** Where money comes in, and where it goes. */
export default function BankSettings() {
  const accounts = useQuery(beneficiariesQuery());
  return (
    <Card>
      <At name="account">
        <Row to="/account" icon={WalletCards} label="Account" />
      </At>
      <At name="accounts">
        <Row to="/bank-account" icon={Landmark} label="Bank accounts" value={savedWords(accounts.data)} />
      </At>
      <At name="withdrawals">
        <Row to="/withdraw" icon={ArrowUpRight} label="Withdrawals" />
      </At>
      <At name="statements">
        <Row to="/transaction" icon={FileText} label="Statements" />
      </At>
    </Card>
  );
}
