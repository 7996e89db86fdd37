import { Link } from '@tanstack/react-router';
import { ArrowUpRight, type LucideIcon, Plus, Smartphone } from 'lucide-react';
import { canFund } from '@/features/wallet/ways';
import { classes } from '@/lib/classes';
import type { Currency } from '@/payment/types';

interface Props {
  currency: Currency;
  restricted: boolean;
  onFund: () => void;
  onSend: () => void;
}

/** What can be bought from the wallet. */
const SERVICES = [{ type: 'airtime', label: 'Airtime', icon: Smartphone }] as const;

const ACTION =
  'flex min-w-16 grow basis-0 flex-col items-center gap-1.5 rounded-control text-center text-xs font-semibold';

/** The first things that people open the app for. The first one is the loudest. */
export function Actions({ currency, restricted, onFund, onSend }: Props) {
  const fundable = canFund(currency);
  return (
    <>
      <div className="flex flex-wrap gap-x-2 gap-y-4">
        {fundable && (
          <button type="button" className={ACTION} onClick={onFund}>
            <Round icon={Plus} first /> Fund
          </button>
        )}
        {!restricted && (
          <button type="button" className={ACTION} onClick={onSend}>
            <Round icon={ArrowUpRight} /> Withdraw
          </button>
        )}
        {!restricted && (
          <nav aria-label="Services" className="contents">
            {SERVICES.map(({ type, label, icon }) => (
              <Link key={type} to="/services" search={{ type }} className={ACTION}>
                <Round icon={icon} /> {label}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {!fundable && (
        <p className="text-sm text-muted">Adding money to a {currency} wallet: This feature is coming soon</p>
      )}
    </>
  );
}

function Round({ icon: Icon, first = false }: { icon: LucideIcon; first?: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        'grid size-14 place-items-center rounded-full',
        first ? 'bg-accent text-on-accent shadow-raised' : 'bg-accent-soft text-text',
      )}
    >
      <Icon className="size-6 rtl:-scale-x-100" />
    </span>
  );
}
