import { type ComponentProps, useId } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { Button } from './button';
import { FormError } from './form-error';

export interface FormProps
  extends Omit<ComponentProps<'form'>, 'action' | 'noValidate' | 'className' | 'children'> {
  children?: Elements;
  /** The error of the form as a whole. */
  error?: string | null | undefined;
  /** The label of the submit button. */
  action: string;
  busy?: boolean | undefined;
  disabled?: boolean;
  look?: 'primary' | 'danger';
  /** The button stays in view, at the bottom of the sheet. */
  sticky?: boolean;
  /** Shown above the button, and sticky with it. */
  above?: Elements;
  /** The reason why the button is disabled; empty while it is enabled, and omitted if it never is disabled. */
  why?: string | undefined;
  /** Leads to the place that the reason names, which may be out of view. */
  onWhy?: (() => void) | undefined;
  /** Under the button. */
  below?: Elements;
}

/** Fields, the form's error and the submit button. The engine validates the values, not the browser. */
export function Form(props: FormProps) {
  const { error, action, busy, disabled, look, sticky, above, why, onWhy, below, children, ...rest } = props;
  const id = useId();
  return (
    <form noValidate data-sticky={sticky || undefined} className="flex flex-col gap-4" {...rest}>
      {children}
      <FormError>{error}</FormError>
      <div
        className={classes(
          'flex flex-col gap-2',
          sticky && '-mx-gutter -mb-6 bg-overlay px-gutter pt-2 pb-4',
          // With very large text there would be no room left to scroll in.
          sticky && (above ? '-bottom-6 z-20 @min-[12.5rem]/page:sticky' : 'sticky -bottom-6 z-20'),
        )}
      >
        {above}
        <Button
          type="submit"
          wide
          look={look ?? 'primary'}
          busy={busy ?? false}
          disabled={disabled}
          aria-describedby={why ? id : undefined}
        >
          {action}
        </Button>
        {why !== undefined && (
          <p id={id} role="status" className="min-h-5 text-center text-sm text-muted">
            {onWhy ? (
              <button
                type="button"
                className="min-h-11 font-medium text-accent-text underline underline-offset-4"
                onClick={onWhy}
              >
                {why}
              </button>
            ) : (
              why
            )}
          </p>
        )}
      </div>
      {below}
    </form>
  );
}
