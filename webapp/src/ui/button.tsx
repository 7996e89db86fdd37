import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

type Look = 'primary' | 'quiet' | 'plain' | 'danger' | 'link';

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:brightness-110',
  quiet: 'bg-accent-soft text-text hover:brightness-97',
  plain: 'border border-line bg-raised text-text hover:bg-sunken',
  danger: 'bg-negative text-on-status hover:brightness-110',
  link: 'text-accent-text underline-offset-4 hover:underline focus-visible:underline',
};

export const buttonClasses = (look: Look, wide = false): string =>
  classes(
    'inline-flex min-h-12 items-center justify-center gap-2 rounded-control px-gutter text-center font-semibold',
    'disabled:cursor-not-allowed disabled:opacity-50',
    LOOKS[look],
    // Across two columns it would be a bar: it takes the width of one.
    wide && 'w-full @2xl/page:max-w-[calc((100cqw-1.5rem)/2)]',
  );

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  children?: string | Elements;
  look?: Look;
  wide?: boolean;
  /** Work in progress: the button is locked and says so. */
  busy?: boolean;
}

export function Button({
  look = 'primary',
  wide,
  busy,
  className,
  children,
  disabled,
  type,
  ...rest
}: Props) {
  return (
    <button
      type={type ?? 'button'}
      className={classes(buttonClasses(look, wide), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
}
