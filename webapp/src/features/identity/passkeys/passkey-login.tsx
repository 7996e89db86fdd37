import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Fingerprint } from 'lucide-react';
import { Problem } from '@/api/problem';
import { rememberPasskey } from '@/lib/last-person';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { toast } from '@/ui/toast';
import { follow } from '../api';

const NOT_REACHED = "We couldn't reach the server. Check your connection and try again.";

/** Signs in with a passkey. WebAuthn is loaded when the button is pressed. */
function usePasskeyLogin() {
  const router = useRouter();
  return useMutation({
    mutationFn: async () => (await import('@/api/passkey')).signInWithPasskey(),
    meta: { quiet: true, silent: true },
    onSuccess: async ({ session, passkey }) => {
      const href = follow('login', session);
      rememberPasskey(passkey);
      await router.navigate({ href });
    },
    onError: (error) => {
      if (!(error instanceof Problem) || error.code !== 'passkey_refused') return;
      // It was removed, or the password was reset: the other ways of signing in take the button's place.
      toast.error(error.message);
      rememberPasskey(null);
    },
  });
}

interface Props {
  label: string;
  look: 'primary' | 'link';
}

export function PasskeyLogin({ label, look }: Props) {
  const { mutate, isPending, error } = usePasskeyLogin();
  const isLost = error instanceof Problem && error.lost;
  return (
    <div className="flex flex-col gap-2">
      <Button wide look={look} busy={isPending} onClick={() => mutate()}>
        <Fingerprint aria-hidden className="size-5" />
        <span>{label}</span>
      </Button>
      <FormError>{isLost ? NOT_REACHED : error?.message}</FormError>
    </div>
  );
}
