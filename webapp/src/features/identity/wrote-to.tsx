import type { ReactNode } from 'react';

interface Props {
  email: string;
  children: ReactNode;
}

/**
 * The confirmation of an email. An address with an account gets an email without a code, and the page does not reveal
 * which.
 */
export const WroteTo = ({ email, children }: Props) => (
  <>
    <span>{'We wrote to '}</span>
    <strong className="text-text">{email}</strong>
    <span>{'. '}</span>
    <span>{children}</span>
  </>
);
