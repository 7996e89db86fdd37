import { useProductName } from '@/ui/configuration';
import { PersonDisc } from '@/ui/person-disc';
import type { Counterparty } from './types';

/** The other side of a payment: initials and name, and bank or wallet with the number. */
export function PartyLine({ party }: { party: Counterparty }) {
  const { name, bank_name, account_number, wallet_number } = party;
  const brand = useProductName();
  // Without its type, a wallet number looks like a bank account's.
  const holder = wallet_number ? `${brand} wallet` : bank_name;
  const where = [holder, account_number ?? wallet_number].filter(Boolean).join(' · ');
  return (
    <span className="flex min-w-0 items-center gap-3 text-start">
      <PersonDisc name={name} />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="figures block text-sm text-muted wrap-anywhere">{where}</span>
      </span>
    </span>
  );
}
