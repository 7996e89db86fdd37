import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

interface Props {
  title: string;
  /** The target of the back arrow; without it there is no arrow. */
  back?: string;
  /** The heading is for screen readers only, because the page shows its name in another way. */
  quiet?: boolean;
  /** A phone's header shows the title. */
  headed?: boolean;
  /** Shown before a title that is a person's name: one line, in the size of a section. */
  lead?: Elements;
  /** Places its parts side by side if there is room; other pages keep a readable width. */
  wide?: boolean;
  children: Elements;
}

/** A screen: its heading takes the focus on arrival and sets the tab's title. */
export function Page({ title, back, quiet, headed, lead, wide, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
    // A field with autofocus keeps it.
    if (document.activeElement === document.body || document.activeElement === null) heading.current?.focus();
  }, [title]);
  return (
    // Beside the side menu all pages begin at the same edge, whatever their width.
    <div className="mx-auto flex w-full max-w-(--wide-width) grow flex-col">
      <section
        data-in-order
        className={classes(
          '@container/page flex w-full grow animate-[page_var(--motion-quick)] flex-col gap-5 px-gutter pb-8 md:pt-8',
          headed ? 'pt-1' : 'pt-4',
          !wide && 'max-w-(--page-width)',
        )}
      >
        <div
          className={classes(
            'flex items-center',
            headed && 'max-md:contents',
            lead ? 'gap-3' : 'gap-1',
            quiet && 'sr-only',
          )}
        >
          {back && (
            <Link
              to={back}
              aria-label="Back"
              className="-ms-3 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken"
            >
              <ChevronLeft aria-hidden className="size-6 rtl:rotate-180" />
            </Link>
          )}
          {lead}
          <h1
            ref={heading}
            tabIndex={-1}
            className={classes(
              lead ? 'truncate text-lg font-semibold' : 'text-xl font-bold',
              headed && 'max-md:sr-only',
            )}
          >
            {title}
          </h1>
        </div>
        {children}
      </section>
    </div>
  );
}

/** A raised part of a page. */
export function Card({ className, children }: { className?: string; children: Elements }) {
  return (
    <div className={classes('rounded-card bg-raised p-gutter shadow-raised', className)}>{children}</div>
  );
}
