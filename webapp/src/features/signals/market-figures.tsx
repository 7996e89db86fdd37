import { useQuery } from '@tanstack/react-query';
import { Facts, type Row } from '@/payment/breakdown';
import { DayChange } from '@/payment/change';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Skeleton } from '@/ui/states';
import { shownFigure } from './figures';
import { figuresQuery } from './queries';

const CHANGES = [
  { name: 'percent_change_1h', label: 'Change in an hour' },
  { name: 'percent_change_24h', label: 'Change in a day' },
  { name: 'percent_change_7d', label: 'Change in a week' },
  { name: 'percent_change_30d', label: 'Change in a month' },
] as const;

interface Props {
  coin: string;
  /** Takes the market's price over into the form. */
  onUse?: (price: string) => void;
}

/** The market's figures of a coin: for information, they decide nothing. */
export function MarketFigures({ coin, onUse }: Props) {
  const figures = useQuery(figuresQuery(coin));
  return (
    <section
      aria-label={`${coin} at the market`}
      className="flex flex-col gap-3 rounded-control bg-sunken p-4"
    >
      <Loaded query={figures} waiting={<Skeleton className="h-28" />} polled>
        {(known) => {
          const rows: Row[] = [
            ['Price now', <bdi key="price">{`${shownFigure(known.price)} USDT`}</bdi>],
            ...CHANGES.map(({ name, label }): Row => {
              const change = known[name];
              return [label, change === null ? '–' : <DayChange key={name} percent={change} plain />];
            }),
          ];
          return (
            <>
              <Facts rows={rows} />
              {onUse && (
                <Button look="plain" onClick={() => onUse(known.price)}>
                  Use this price
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
