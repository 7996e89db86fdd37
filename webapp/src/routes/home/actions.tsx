import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  ArrowDownLeft,
  ArrowUpRight,
  Ellipsis,
  type LucideIcon,
  RefreshCw,
  Smartphone,
  Tv,
  Wifi,
  Zap,
} from 'lucide-react';
import { useState } from 'react';
import { coinsQuery } from '@/features/wallet/coins/queries';
import { isReceived } from '@/features/wallet/ways';
import { classes } from '@/lib/classes';
import type { Currency } from '@/payment/types';
import { useServices } from '@/ui/configuration';
import { Row } from '@/ui/row';
import { Sheet } from '@/ui/sheet';

interface Props {
  currency: Currency;
  restricted: boolean;
  onSend: () => void;
  /** Undefined if there is no other currency. */
  onConvert: (() => void) | undefined;
}

type Target = { to: '/services' | '/wallet'; search: Record<string, string> };

interface Action {
  label: string;
  icon: LucideIcon;
  /** For screen readers, if it says more than the label, which it contains. */
  name?: string;
  /** Where a link leads, or what a button does. */
  leads: Target | (() => void);
}

const SERVICES = [
  { type: 'airtime', label: 'Airtime', icon: Smartphone },
  { type: 'data', label: 'Data', icon: Wifi },
  { type: 'cable', label: 'Cable', icon: Tv },
  { type: 'power', label: 'Electricity', icon: Zap },
];

/** Icons that point to a side. */
const DIRECTED = new Set<LucideIcon>([ArrowDownLeft, ArrowUpRight]);

/** Actions in the row of a phone, of which the last may be the way to the others. */
const IN_ROW = 4;

/** The main actions of a wallet, in the order of their frequency. */
export function Actions(props: Props) {
  const actions = useActions(props);
  const [isOpen, setOpen] = useState(false);
  const others = actions.length > IN_ROW ? actions.slice(IN_ROW - 1) : [];
  if (actions.length === 0) return null;
  return (
    <nav aria-label="Services" className="flex flex-wrap gap-x-2 gap-y-4">
      {actions.map((action) => (
        <Round key={action.label} action={action} wideOnly={others.includes(action)} />
      ))}
      {others.length > 0 && (
        <>
          <Round action={{ label: 'More', icon: Ellipsis, leads: () => setOpen(true) }} narrowOnly />
          <More actions={others} open={isOpen} onClose={() => setOpen(false)} />
        </>
      )}
    </nav>
  );
}

function useActions({ currency, restricted, onSend, onConvert }: Props): Action[] {
  const has = useServices();
  const isCoin = isReceived(currency);
  const coins = useQuery({ ...coinsQuery, enabled: isCoin });
  const coin = coins.data?.find(({ symbol }) => symbol === currency);
  const receive: Action = {
    label: 'Receive',
    icon: ArrowDownLeft,
    leads: { to: '/wallet', search: { coin: currency, action: 'receive' } },
  };
  const received = coin?.actions.includes('receive') ? [receive] : [];
  if (restricted) return received;
  const send: Action = { label: 'Send', name: 'Send or withdraw', icon: ArrowUpRight, leads: onSend };
  const convert: Action[] = onConvert ? [{ label: 'Convert', icon: RefreshCw, leads: onConvert }] : [];
  const bills = SERVICES.map(
    ({ type, label, icon }): Action => ({ label, icon, leads: { to: '/services', search: { type } } }),
  );
  const paid = has('bills') ? bills : [];
  return [send, ...received, ...paid.slice(0, 2), ...convert, ...paid.slice(2)];
}

interface RoundProps {
  action: Action;
  /** Shown beside the side menu, where there is room. */
  wideOnly?: boolean;
  /** Shown on a phone. */
  narrowOnly?: boolean;
}

function Round({ action: { label, name, icon: Icon, leads }, wideOnly, narrowOnly }: RoundProps) {
  const shared = {
    'aria-label': name,
    className: classes(
      'min-w-16 grow basis-0 flex-col items-center gap-1 rounded-control text-center text-xs font-semibold',
      wideOnly ? 'hidden md:flex' : 'flex',
      narrowOnly && 'md:hidden',
    ),
  };
  const body = (
    <>
      <span aria-hidden className="grid size-12 place-items-center rounded-full bg-accent-soft">
        <Icon className={classes('size-5', DIRECTED.has(Icon) && 'rtl:-scale-x-100')} />
      </span>
      <span>{label}</span>
    </>
  );
  return typeof leads === 'function' ? (
    <button type="button" onClick={leads} {...shared}>
      {body}
    </button>
  ) : (
    <Link {...leads} {...shared}>
      {body}
    </Link>
  );
}

interface MoreProps {
  actions: Action[];
  open: boolean;
  onClose: () => void;
}

/** The actions without room in the row. */
function More({ actions, open, onClose }: MoreProps) {
  const navigate = useNavigate();
  const [next, setNext] = useState<Action['leads'] | null>(null);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="More"
      afterClose={() => {
        setNext(null);
        if (typeof next === 'function') next();
        else if (next) void navigate(next);
      }}
    >
      <ul>
        {actions.map(({ label, icon, leads }) => (
          <li key={label}>
            <Row
              icon={icon}
              label={label}
              onClick={() => {
                setNext(() => leads);
                onClose();
              }}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
