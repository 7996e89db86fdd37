import type { Network } from './queries';

const LABELS: Record<Network, string> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum (ERC-20)',
  tron: 'Tron (TRC-20)',
};

/** A network as people see it. */
export const networkLabel = (network: Network): string => LABELS[network];
