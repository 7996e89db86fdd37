import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Calculator, MessageCircleQuestion } from 'lucide-react';
import { chatQuery } from '@/features/community/queries';
import { keepUnsent, unsentOf } from '@/lib/unsent';
import type { Transaction } from '@/payment/types';
import { WorkedOut } from '@/payment/worked-out';
import { buttonClasses } from '@/ui/button';
import { SendAgain } from './send-again';

/** Actions of a receipt: the same payment again, and help. */
export const receiptActions = (transaction: Transaction) => (
  <>
    <SendAgain transaction={transaction} />
    <WorkedOut icon={Calculator} of={{ reference: transaction.reference }} />
    <Report reference={transaction.reference} />
  </>
);

/** Opens the chat with the payment's reference filled in. */
function Report({ reference }: { reference: string }) {
  const chat = useQuery(chatQuery);
  const channel = chat.data?.channels.find(({ kind }) => kind === 'support')?.channel;
  return (
    <Link
      to="/chat"
      className={buttonClasses('link', true)}
      onClick={() => {
        if (channel === undefined) return;
        const text = unsentOf(channel, 'text', '');
        if (text.includes(reference)) return;
        keepUnsent(channel, 'text', `${text}About the payment ${reference}: `);
      }}
    >
      <MessageCircleQuestion aria-hidden className="size-5" />
      <span>Report a problem</span>
    </Link>
  );
}
