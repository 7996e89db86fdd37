import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';

interface Props {
  open: boolean;
  onClose: () => void;
}

/** The terms in short. */
export default function TermsSheet({ open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title="Terms and consent">
      <ul className="flex list-disc flex-col gap-2 ps-5 text-sm">
        <li>We use your name, address and number to open and run your account, and for nothing else.</li>
        <li>Fees are shown before you confirm. What you confirm is what is charged.</li>
        <li>Your transaction PIN is yours alone. Nobody who works for us will ever ask for it.</li>
        <li>You may ask for a copy of your data, or for your account to be closed, at any time.</li>
      </ul>
      <Button wide onClick={onClose}>
        I understand
      </Button>
    </Sheet>
  );
}
