import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useUser } from '@/api/use-session';
import { Facts } from '@/payment/breakdown';
import { accountsQuery } from '@/payment/queries';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { useProductName } from '@/ui/configuration';
import { copyText } from '@/ui/copy';
import { Loaded, together } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import { accountQuery } from './account';
import { QrCode } from './qr-code';

/** The details that another user needs to send money to this wallet. */
export function WalletDeposit({ currency }: { currency: Currency }) {
  const accounts = useQuery(accountsQuery);
  const account = useQuery(accountQuery);
  const name = useUser()?.name ?? '';
  const product = useProductName();
  return (
    <Loaded query={together(accounts, account)} waiting={<ListSkeleton rows={3} />}>
      {([{ wallets }, { setting }]) => {
        const number = wallets.find(({ base_currency }) => base_currency === currency)?.identity ?? '';
        return (
          <>
            <p className="text-sm text-muted">
              {`Another ${product} user sends money to this wallet by its number, or by this code. It arrives at once, without a fee.`}
            </p>
            <QrCode text={number} label={`QR code of ${product} wallet number ${number}`} />
            <Facts
              rows={[
                ['Name', name],
                setting.account_name !== name && ['Account name', setting.account_name],
                [`${product} wallet number`, number],
                ['Currency', currency],
              ]}
            />
            <Button look="quiet" wide onClick={() => void copyText(number)}>
              <Copy aria-hidden className="size-5" />
              <span>{`Copy ${product} wallet number`}</span>
            </Button>
          </>
        );
      }}
    </Loaded>
  );
}
