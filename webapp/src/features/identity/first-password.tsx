import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '@/api/types';
import { Button, buttonClasses } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { forgotPassword } from './api';
import { CodeForm } from './code-form';
import { useCheckResetCode, useForgotPassword } from './mutations';
import { NewPassword } from './new-password';
import { emailFor } from './sent';

type Stage = 'notice' | 'code' | 'password';

interface Props {
  user: User;
  /** Called once the password is set and every session, including this one, has ended. */
  onSet: () => void;
}

/**
 * For accounts without a password (opened with a national number, through Google or by an agent): a code by email, then
 * the password, as after a forgotten one.
 */
export function FirstPassword({ user, onSet }: Props) {
  const { email } = user;
  const [stage, setStage] = useState<Stage>('notice');
  const ask = useForgotPassword();
  const enter = useCheckResetCode(email);
  if (email === '') {
    return (
      <>
        <p>
          Your account has no password: you log in with your BVN or NIN and a code sent to the phone
          registered with it. A password goes with an email address, and there is none on your account yet.
          Ask us in the chat to add yours; then you can set the password here.
        </p>
        <Link to="/chat" className={buttonClasses('primary', true)}>
          Open the chat
        </Link>
      </>
    );
  }
  if (stage === 'code') {
    const again = async () => {
      await forgotPassword(email);
      return 'A new code is on its way.';
    };
    return (
      <CodeForm
        purpose="email"
        sentTo={emailFor('reset', email)}
        to={email}
        action="Continue"
        enter={enter}
        onEntered={() => setStage('password')}
        resend={again}
      />
    );
  }
  if (stage === 'password') return <NewPassword email={email} action="Set password" onSet={onSet} />;
  return (
    <>
      <p>
        <span>{'Your account has no password yet. We send a code to '}</span>
        <strong>{email}</strong>
        <span>
          ; with it you can set one, and log in with it from then on. You will be signed out everywhere.
        </span>
      </p>
      <FormError>{ask.error?.message}</FormError>
      <Button
        wide
        busy={ask.isPending}
        onClick={() => ask.mutate(email, { onSuccess: () => setStage('code') })}
      >
        Send code
      </Button>
    </>
  );
}
