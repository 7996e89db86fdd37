import { Copy, Share2 } from 'lucide-react';
import { AccountRows } from '@/payment/own-account';
import type { VirtualAccount } from '@/payment/types';
import { Button } from '@/ui/button';
import { BUTTONS } from '@/ui/columns';
import { copyText } from '@/ui/copy';
import { QrCode } from './qr-code';

/** The account's details for a payer at a bank: to copy one by one, to copy together, or to share. */
export function AccountDetails({ account }: { account: VirtualAccount }) {
  const { account_name, bank_name, account_number } = account;
  const text = [account_name, bank_name, account_number].join(', ');
  const canShare = typeof navigator.share === 'function';
  return (
    <>
      <AccountRows account={account} />
      <div className={BUTTONS}>
        <Button look="quiet" onClick={() => void copyText(text)}>
          <Copy aria-hidden className="size-5" />
          <span>Copy all</span>
        </Button>
        {canShare && (
          // Closing the phone's own sheet is no error.
          <Button look="quiet" onClick={() => void navigator.share({ text }).catch(() => undefined)}>
            <Share2 aria-hidden className="size-5" />
            <span>Share</span>
          </Button>
        )}
      </div>
      <details className="text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
          Show the QR code
        </summary>
        <QrCode text={text} label={`QR code of ${text}`} />
      </details>
    </>
  );
}
