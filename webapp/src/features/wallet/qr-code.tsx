import { type ComponentProps, lazy, Suspense } from 'react';
import type DrawnCode from './qr/drawn-code';

/** Without the code, the text that it holds still stands beside it. */
const Drawn = lazy(() =>
  import('./qr/drawn-code').catch((): { default: typeof DrawnCode } => ({ default: () => <Room /> })),
);

const Room = () => <div className="mx-auto size-52 rounded-control bg-white" />;

/** A QR code, drawn once its encoder has loaded. */
export const QrCode = (props: ComponentProps<typeof DrawnCode>) => (
  <Suspense fallback={<Room />}>
    <Drawn {...props} />
  </Suspense>
);
