import type { ReactNode } from 'react';

interface Props {
  email: string;
  children: ReactNode;
}

/** An address that has an account gets an email without a code, and nobody is told which. */
export const WroteTo = ({ email, children }: Props) => (
  <>
    <span>{'We wrote to '}</span>
    <strong className="text-text">{email}</strong>
    <span>{'. '}</span>
    <span>{children}</span>
  </>
);
