import { useRef } from 'react';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import type { ConsentTo } from './consent';
import { TermsLink } from './terms';

/** The consent texts, by sign-in method. */
const ASKED: Record<ConsentTo, string> = {
  bvn: 'We ask the BVN register for the name, the date of birth and the phone number that belong to your BVN, and send a code to that phone.',
  nin: 'We ask the NIN register for the name, the date of birth and the phone number that belong to your NIN, and send a code to that phone.',
  google: 'Google shares your name and your email address with us, nothing else.',
};

interface Props {
  to: ConsentTo;
  open: boolean;
  onClose: () => void;
  /** The user has agreed, and the sheet has closed. */
  onAgreed: () => void;
}

/** Asks for consent before the user's data is requested from a third party. */
export default function ConsentSheet({ to, open, onClose, onAgreed }: Props) {
  const agreed = useRef(false);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => {
        if (agreed.current) onAgreed();
        agreed.current = false;
      }}
      title="Your consent"
    >
      <p>{ASKED[to]}</p>
      <p>
        <span>
          {
            "No account yet? We'll open one for you with these details. By continuing you agree to this and to "
          }
        </span>
        <span className="whitespace-nowrap">
          <TermsLink>the terms</TermsLink>
          <span>.</span>
        </span>
      </p>
      <Button
        wide
        onClick={() => {
          agreed.current = true;
          onClose();
        }}
      >
        Agree
      </Button>
      <Button wide look="quiet" onClick={onClose}>
        Not now
      </Button>
    </Sheet>
  );
}
