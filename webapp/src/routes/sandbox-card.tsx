import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type CardDeed, useActAtCheckout } from '@/features/sandbox/mutations';
import { checkoutQuery } from '@/features/sandbox/queries';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';

const DEEDS: { deed: CardDeed; label: string }[] = [
  { deed: 'pay', label: 'Pay' },
  { deed: 'decline', label: 'Decline' },
  { deed: 'pay_and_vanish', label: 'Pay, and never return' },
  { deed: 'pay_twice', label: 'Pay twice' },
  { deed: 'pay_less', label: 'Pay half' },
  { deed: 'cancel', label: 'Leave without paying' },
];

/** Plays the card company's page: the tester decides how the card reacts. */
export function SandboxCard() {
  const { reference } = getRouteApi('/open/sandbox/card/$reference').useParams();
  const checkout = useQuery(checkoutQuery(reference));
  const act = useActAtCheckout(reference);
  return (
    <Page title="Sandbox card checkout">
      <Loaded query={checkout} waiting={<ListSkeleton rows={2} />}>
        {({ name, amount, currency }) => (
          <Card className="flex flex-col gap-4">
            <p>
              <span>{'A real company would ask for the card of '}</span>
              <strong>{name}</strong>
              <span>{', and charge it '}</span>
              <strong className="figures">{money(amount, currency as Currency)}</strong>
              <span>. Here you decide what happens.</span>
            </p>
            {act.data?.redirect_to === null ? (
              <p role="status">It is paid, and no notification was sent.</p>
            ) : (
              DEEDS.map(({ deed, label }, index) => (
                <Button
                  key={deed}
                  wide
                  look={index === 0 ? 'primary' : 'quiet'}
                  busy={act.isPending}
                  onClick={() => act.mutate(deed)}
                >
                  {label}
                </Button>
              ))
            )}
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
