import { classes } from '@/lib/classes';

interface Props {
  letters: string;
  /** Of the disc and of its letters; the accent's where it is left out. */
  colours?: { disc: string; ink: string } | undefined;
  className?: string;
}

/** A round mark of a few letters, beside the name that they stand for. */
export function LetterDisc({ letters, colours, className }: Props) {
  return (
    // The letters are drawn by the style sheet: as text they would belong to the name of a link or button around them.
    <span
      aria-hidden
      data-letters={letters}
      style={colours && { background: colours.disc, color: colours.ink }}
      className={classes(
        'grid size-11 shrink-0 place-items-center rounded-full text-xs font-bold before:content-[attr(data-letters)]',
        !colours && 'bg-accent-soft',
        className,
      )}
    />
  );
}
