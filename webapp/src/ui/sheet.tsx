import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, X } from 'lucide-react';
import { createContext, useEffect, useEffectEvent, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { historySettled, openLayer } from '@/lib/sheet-history';
import { useSwipe } from '@/lib/use-swipe';

interface Props {
  open: boolean;
  /** Called on a tap outside, Escape, or the close button. */
  onClose: () => void;
  /** Runs after the sheet has disappeared, for example a navigation or another sheet. */
  afterClose?: () => void;
  title: string;
  /** Steps back inside the sheet; absent on its first stage. */
  onBack?: (() => void) | undefined;
  /** Work in progress whose result shows here: closing and the browser's Back button wait for it. */
  held?: boolean;
  /** The name of the stage: a new one slides in from its side. */
  stage?: string;
  children: Elements;
}

/** False from the moment of closing, while the content still slides away. True outside of sheets. */
export const SheetOpen = createContext(true);

const ROUND = 'grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken';

/**
 * A bottom sheet on a phone, a dialog from 768 px. Traps focus and restores it. The browser's Back button goes back one
 * stage inside it, then closes it. A finger pulls it down by its header.
 */
export function Sheet({ open, onClose, afterClose, title, onBack, held = false, stage, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(stage);
  const arrived = useRef(false);
  const pulled = useSwipe(popup, 'y', () => !held && onClose());
  const [direction, setDirection] = useState<'back' | 'on'>('on');
  const goBack =
    onBack &&
    (() => {
      setDirection('back');
      onBack();
    });
  const back = useEffectEvent((): 'closes' | 'stays' => {
    if (held) return 'stays';
    (goBack ?? onClose)();
    return goBack ? 'stays' : 'closes';
  });
  // The next stage is forward, unless Back is pressed again.
  useEffect(() => {
    if (stage === undefined) return;
    setDirection('on');
    // A new stage is scrolled to its start.
    content.current?.scrollTo(0, 0);
    if (shown.current === stage) return;
    shown.current = stage;
    // The focused element was removed with its stage. A field with autofocus keeps the focus.
    if (document.activeElement === document.body) heading.current?.focus();
  }, [stage]);
  useEffect(() => (open ? openLayer({ back: () => back() }) : undefined), [open]);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        // The second tap of a double tap falls beside a sheet that still slides in.
        const isEarly = reason === 'outside-press' && !arrived.current;
        if (!next && !held && !isEarly) onClose();
      }}
      onOpenChangeComplete={(next) => {
        arrived.current = next;
        if (!next && afterClose) void historySettled().then(afterClose);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-(--motion) data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          data-sheet
          ref={popup}
          className="fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] w-full max-w-(--frame-width) flex-col overflow-clip rounded-t-card bg-overlay pb-[calc(env(safe-area-inset-bottom)+var(--notice-height))] shadow-overlay transition duration-(--motion-slow) ease-(--motion-ease) data-ending-style:translate-y-full data-starting-style:translate-y-full md:inset-y-0 md:my-auto md:h-fit md:rounded-card md:pb-0 md:data-ending-style:translate-y-4 md:data-ending-style:opacity-0 md:data-starting-style:translate-y-4 md:data-starting-style:opacity-0"
        >
          <header className="@container/page flex touch-none flex-wrap items-center gap-1 px-2" {...pulled}>
            <span
              aria-hidden
              className="mx-auto mt-2 h-1 w-9 basis-9 rounded-full bg-line-strong opacity-50 md:invisible"
            />
            <span aria-hidden className="basis-full" />
            {goBack && !held ? (
              <button type="button" className={ROUND} aria-label="Back" onClick={goBack}>
                <ChevronLeft aria-hidden className="size-6 rtl:rotate-180" />
              </button>
            ) : (
              <span className="roomy size-11 shrink-0" />
            )}
            <Dialog.Title
              ref={heading}
              tabIndex={-1}
              className="min-w-0 grow basis-0 text-center text-lg font-semibold @max-[12.5rem]/page:order-last @max-[12.5rem]/page:basis-full"
            >
              {title}
            </Dialog.Title>
            <Dialog.Close className={classes(ROUND, 'ms-auto', held && 'invisible')} aria-label="Close">
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </header>
          <div
            ref={content}
            className="@container/page overflow-x-clip overflow-y-auto px-gutter pt-3 pb-6 has-data-sticky:scroll-pb-36 has-data-keypad:scroll-pb-72"
            data-direction={direction}
          >
            <div
              key={stage}
              className={classes('flex flex-col gap-4', stage && 'animate-[stage_180ms_var(--motion-ease)]')}
            >
              <SheetOpen value={open}>{children}</SheetOpen>
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
