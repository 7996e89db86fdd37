import type { ComponentProps, ReactNode } from 'react';
import { classes } from '@/lib/classes';
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
  /** The button stays in view, at the bottom of the sheet. */
  sticky?: boolean;
  /** Under the button. */
  below?: ReactNode;
}

/** Fields, the form's error and the submit button. The engine validates the values, not the browser. */
export function Form(props: FormProps) {
  const { error, action, busy, disabled, look, sticky, below, children, ...rest } = props;
  return (
    <form noValidate className="flex flex-col gap-4" {...rest}>
      {children}
      <FormError>{error}</FormError>
      <div
        className={classes(sticky && 'sticky -bottom-6 z-20 -mx-gutter -mb-6 bg-overlay px-gutter pt-2 pb-4')}
      >
        <Button type="submit" wide look={look ?? 'primary'} busy={busy ?? false} disabled={disabled}>
          {action}
        </Button>
      </div>
      {below}
    </form>
  );
}
