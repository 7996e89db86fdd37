import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '@/ui/states';
import type DrawnCode from './qr/drawn-code';

/** Without the code, the text that it holds still stands beside it. */
const Drawn = lazy(() =>
  import('./qr/drawn-code').catch((): { default: typeof DrawnCode } => ({ default: () => <Room /> })),
);

const Room = () => <Skeleton className="mx-auto size-52" />;

/** A QR code, drawn once its encoder has loaded. */
export const QrCode = (props: ComponentProps<typeof DrawnCode>) => (
  <Suspense fallback={<Room />}>
    <Drawn {...props} />
  </Suspense>
);
