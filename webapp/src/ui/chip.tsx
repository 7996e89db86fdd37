import type { ComponentProps } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  pressed: boolean;
  /** Takes the width of its place. */
  wide?: boolean;
  children: string | Elements;
}

/** A choice in a word or a figure, beside others. */
export function Chip({ pressed, wide = false, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      className={classes(
        'figures inline-flex min-h-11 items-center justify-center gap-1.5 rounded-full border text-sm font-semibold whitespace-nowrap',
        wide ? 'w-full px-1.5' : 'px-4',
        pressed ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-raised',
      )}
      {...rest}
    >
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  );
}
