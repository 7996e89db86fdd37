import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button';
import { FormError } from './form-error';

export interface FormProps extends Omit<ComponentProps<'form'>, 'action' | 'noValidate' | 'className'> {
  /** What is wrong with the form as a whole. */
  error?: string | null | undefined;
  /** What the button says that sends it. */
  action: string;
  busy?: boolean | undefined;
  disabled?: boolean;
  look?: 'primary' | 'danger';
  /** Under the button. */
  below?: ReactNode;
}

/** Fields, what is wrong with all of them, and the button that sends them. The engine judges them, not the browser. */
export function Form({ error, action, busy, disabled, look, below, children, ...rest }: FormProps) {
  return (
    <form noValidate className="flex flex-col gap-4" {...rest}>
      {children}
      <FormError>{error}</FormError>
      <Button type="submit" wide look={look ?? 'primary'} busy={busy ?? false} disabled={disabled}>
        {action}
      </Button>
      {below}
    </form>
  );
}
