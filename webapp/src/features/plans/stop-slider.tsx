import { ownLeaving } from './leaving';
import { TerminationSlider } from './termination-slider';
import type { Subscription } from './types';

interface Props {
  subscription: Subscription;
  own?: boolean;
}

/** The slider of a plan of the user's; absent before its end is known. */
export function StopSlider({ subscription, own = false }: Props) {
  const leaving = ownLeaving(subscription);
  return (
    leaving && <TerminationSlider leaving={leaving} atMarket={subscription.type === 'coins'} own={own} />
  );
}
