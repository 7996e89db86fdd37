import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Loaded } from '@/ui/loaded';
import { toast } from '@/ui/toast';
import { CodeForm } from './code-form';
import { sendPhoneCode, useAddPhone, useSendPhoneCode } from './mutations';
import { type PhoneNumber, setPendingPhone } from './pending-phone';

const phoneCodeKeys = { sentTo: (number: PhoneNumber) => ['phone-code', number] as const };

/** Sends a code to the number from the phone page, and submits the entered code. */
export function ConfirmPhone({ number }: { number: PhoneNumber }) {
  const navigate = useNavigate();
  const sent = useQuery({
    queryKey: phoneCodeKeys.sentTo(number),
    queryFn: async () => {
      const answer = await sendPhoneCode(number);
      if (answer.message) toast.success(answer.message);
      return answer;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const again = useSendPhoneCode();
  const add = useAddPhone(number);
  return (
    <Loaded query={sent}>
      {({ data }) => (
        <CodeForm
          purpose="phone"
          to={data.phone}
          action="Verify & Proceed"
          enter={add}
          onEntered={({ message }) => {
            setPendingPhone(null);
            if (message) toast.success(message);
            void navigate({ to: '/profile', replace: true });
          }}
          resend={async () => (await again.mutateAsync(number)).message}
        />
      )}
    </Loaded>
  );
}
