import { classes } from '@/lib/classes';

interface Props {
  letters: string;
  /** The colours of the disc and its letters; the accent's by default. */
  colours?: { disc: string; ink: string } | undefined;
  className?: string;
}

/** A round mark with a few letters, shown beside the name that they abbreviate. */
export function LetterDisc({ letters, colours, className }: Props) {
  return (
    // The letters are drawn by the style sheet: as text they would become part of the accessible name of a surrounding
    // link or button.
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
