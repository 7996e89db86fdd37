import type { Network } from './queries';

const LABELS: Record<Network, string> = {
  bitcoin: 'Bitcoin',
  ethereum: 'Ethereum (ERC-20)',
  tron: 'Tron (TRC-20)',
};

/** The display name of a network. */
export const networkLabel = (network: Network): string => LABELS[network];
