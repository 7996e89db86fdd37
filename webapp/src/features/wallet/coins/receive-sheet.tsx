import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { copyText } from '@/ui/copy';
import { SelectField } from '@/ui/field';
import { Loaded } from '@/ui/loaded';
import { Warning } from '@/ui/notice';
import { Sheet } from '@/ui/sheet';
import { EmptyState, Skeleton } from '@/ui/states';
import { QrCode } from '../qr-code';
import { Arrivals } from './arrivals';
import { CoinLine } from './coin-line';
import { networkLabel } from './networks';
import { addressQuery, type ListedCoin, type Network } from './queries';

interface Props {
  open: boolean;
  coin: ListedCoin;
  onClose: () => void;
}

/** An address to receive a coin at, as text and as a QR code. */
export function ReceiveSheet({ open, coin, onClose }: Props) {
  const [chosen, setChosen] = useState<Network>();
  const network = chosen ?? coin.networks[0];
  return (
    <Sheet open={open} onClose={onClose} title={`Receive ${coin.name}`}>
      <CoinLine coin={coin} />
      {coin.networks.length > 1 && (
        <SelectField
          label="Network"
          hint="Choose the network that the sender uses."
          options={coin.networks.map((value) => ({ value, label: networkLabel(value) }))}
          value={network ?? ''}
          onChange={({ target }) => setChosen(target.value as Network)}
        />
      )}
      {network ? (
        <Address key={network} symbol={coin.symbol as Currency} network={network} />
      ) : (
        <EmptyState title={`${coin.name} can't be received here yet.`} />
      )}
    </Sheet>
  );
}

function Address({ symbol, network }: { symbol: Currency; network: Network }) {
  const found = useQuery(addressQuery(symbol, network));
  return (
    <Loaded query={found} waiting={<Skeleton className="h-72" />}>
      {({ address, warning, confirmations }) => (
        <>
          <Warning>{warning}</Warning>
          <QrCode text={address} label="The address as a QR code" />
          <p className="figures rounded-control bg-sunken p-4 text-center font-medium break-all">
            <bdi dir="ltr">{address}</bdi>
          </p>
          <Button wide onClick={() => void copyText(address)}>
            <Copy aria-hidden className="size-5" />
            <span>Copy address</span>
          </Button>
          <p className="text-sm text-muted">
            {`Coins show up in your wallet after ${confirmations} confirmations of the ${networkLabel(network)} network.`}
          </p>
          <Arrivals coin={symbol} />
        </>
      )}
    </Loaded>
  );
}
