import { classes } from '@/lib/classes';
import { initialsOf } from '@/lib/initials';

interface Props {
  name: string;
  image?: string | null;
  className?: string;
}

/** A user's picture, or the initials of their name. The name is shown beside it. */
export function PersonDisc({ name, image, className }: Props) {
  const shape = classes('grid size-11 shrink-0 place-items-center rounded-full', className);
  if (image) return <img src={image} alt="" className={classes(shape, 'object-cover')} />;
  return (
    // The initials are drawn by the style sheet: as text they would become part of the accessible name of a surrounding
    // link or button.
    <span
      aria-hidden
      data-initials={initialsOf(name)}
      className={classes(shape, 'bg-accent-soft text-sm font-semibold before:content-[attr(data-initials)]')}
    />
  );
}
