import { Landmark, WalletCards } from 'lucide-react';
import type { Counterparty } from './types';

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

/** The other side of a payment, as a disc: the initials, with a mark for a bank or a wallet. */
export function Disc({ party }: { party: Counterparty }) {
  const Mark = party.bank_name ? Landmark : WalletCards;
  return (
    <span aria-hidden className="relative shrink-0">
      <span className="grid size-11 place-items-center rounded-full bg-sunken text-sm font-semibold">
        {initials(party.name)}
      </span>
      <span className="absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full bg-raised text-muted">
        <Mark className="size-3.5" />
      </span>
    </span>
  );
}

/** Name, and bank or wallet with the number. */
export function PartyLine({ party }: { party: Counterparty }) {
  const { name, bank_name, account_number, wallet_number } = party;
  const where = [bank_name, account_number ?? wallet_number].filter(Boolean).join(' · ');
  return (
    <span className="flex min-w-0 items-center gap-3 text-start">
      <Disc party={party} />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="figures block text-sm text-muted wrap-anywhere">{where}</span>
      </span>
    </span>
  );
}
