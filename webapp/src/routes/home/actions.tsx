import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ArrowDownLeft,
  ArrowUpRight,
  type LucideIcon,
  Plus,
  RefreshCw,
  Smartphone,
  Tv,
  Wifi,
  Zap,
} from 'lucide-react';
import { coinsQuery } from '@/features/wallet/coins/queries';
import { canFund, isReceived } from '@/features/wallet/ways';
import { classes } from '@/lib/classes';
import type { Currency } from '@/payment/types';
import { Button, buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';

interface Props {
  currency: Currency;
  restricted: boolean;
  onFund: () => void;
  onSend: () => void;
  /** Undefined if there is no other currency. */
  onConvert: (() => void) | undefined;
}

/** The services that can be paid from the wallet. */
const SERVICES: { type: string; label: string; icon: LucideIcon }[] = [
  { type: 'airtime', label: 'Airtime', icon: Smartphone },
  { type: 'data', label: 'Data', icon: Wifi },
  { type: 'cable', label: 'Cable', icon: Tv },
  { type: 'power', label: 'Electricity', icon: Zap },
];

/** The main actions of the app. The first one stands out. */
export function Actions({ currency, restricted, onFund, onSend, onConvert }: Props) {
  const fundable = canFund(currency);
  const isCoin = isReceived(currency);
  const coins = useQuery({ ...coinsQuery, enabled: isCoin });
  const coin = coins.data?.find(({ symbol }) => symbol === currency);
  const received = coin?.actions.includes('receive') ?? isCoin;
  const has = useServices();
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {fundable && (
          <Button className="grow rounded-full" onClick={onFund}>
            <Plus aria-hidden className="size-5" />
            <span>Fund</span>
          </Button>
        )}
        {coin && received && (
          <Link
            to="/wallet"
            search={{ coin: currency, action: 'receive' }}
            className={classes(buttonClasses('primary'), 'grow rounded-full')}
          >
            <ArrowDownLeft aria-hidden className="size-5 rtl:-scale-x-100" />
            <span>Receive</span>
          </Link>
        )}
        {!restricted && (
          <Button look="quiet" className="grow rounded-full" onClick={onSend}>
            <ArrowUpRight aria-hidden className="size-5 rtl:-scale-x-100" />
            <span>Withdraw</span>
          </Button>
        )}
        {!restricted && onConvert && (
          <Button look="quiet" className="grow rounded-full" onClick={onConvert}>
            <RefreshCw aria-hidden className="size-5" />
            <span>Convert</span>
          </Button>
        )}
      </div>
      {!restricted && has('bills') && (
        <nav aria-label="Services" className="flex flex-wrap gap-x-2 gap-y-4">
          {SERVICES.map(({ type, label, icon: Icon }) => (
            <Link
              key={type}
              to="/services"
              search={{ type }}
              className="flex min-w-16 grow basis-0 flex-col items-center gap-1.5 rounded-control text-center text-xs font-semibold"
            >
              <span aria-hidden className="grid size-12 place-items-center rounded-full bg-accent-soft">
                <Icon className="size-5" />
              </span>
              <span>{label}</span>
            </Link>
          ))}
        </nav>
      )}
    </>
  );
}
