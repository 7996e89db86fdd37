import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button';
import { FormError } from './form-error';

export interface FormProps extends Omit<ComponentProps<'form'>, 'action' | 'noValidate' | 'className'> {
  /** The error of the form as a whole. */
  error?: string | null | undefined;
  /** The label of the submit button. */
  action: string;
  busy?: boolean | undefined;
  disabled?: boolean;
  look?: 'primary' | 'danger';
  /** Under the button. */
  below?: ReactNode;
}

/** Fields, the form's error and the submit button. The engine validates the values, not the browser. */
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
