import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { classes } from '@/lib/classes';
import { historySettled, openLayer } from '@/lib/sheet-history';

interface Props {
  open: boolean;
  /** Called on a tap outside, Escape, or the close button. */
  onClose: () => void;
  /** What follows a close (a navigation, another sheet) runs after the sheet has disappeared. */
  afterClose?: () => void;
  title: string;
  /** Steps back inside the sheet; absent on its first stage. */
  onBack?: (() => void) | undefined;
  /** Work in progress whose result shows here: closing and the browser's Back button wait for it. */
  held?: boolean;
  children: ReactNode;
}

const ROUND = 'grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken';

/**
 * A bottom sheet on a phone, a dialog from 768 px. Traps focus and restores it. The browser's Back button goes back one
 * stage inside it, then closes it.
 */
export function Sheet({ open, onClose, afterClose, title, onBack, held = false, children }: Props) {
  const back = useEffectEvent((): 'closes' | 'stays' => {
    if (held) return 'stays';
    (onBack ?? onClose)();
    return onBack ? 'stays' : 'closes';
  });
  useEffect(() => (open ? openLayer({ back: () => back() }) : undefined), [open]);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !held) onClose();
      }}
      onOpenChangeComplete={(next) => {
        if (!next && afterClose) void historySettled().then(afterClose);
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          data-sheet
          className="fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] w-full max-w-(--frame-width) flex-col rounded-t-card bg-raised pb-[calc(env(safe-area-inset-bottom)+var(--notice-height))] shadow-raised transition duration-200 data-ending-style:translate-y-full data-starting-style:translate-y-full md:inset-y-0 md:my-auto md:h-fit md:rounded-card md:pb-0 md:data-ending-style:translate-y-4 md:data-ending-style:opacity-0 md:data-starting-style:translate-y-4 md:data-starting-style:opacity-0"
        >
          <header className="flex items-center gap-1 px-2 pt-2">
            {onBack && !held ? (
              <button type="button" className={ROUND} aria-label="Back" onClick={onBack}>
                <ChevronLeft aria-hidden className="size-6 rtl:rotate-180" />
              </button>
            ) : (
              <span className="size-11 shrink-0" />
            )}
            <Dialog.Title className="grow text-center text-lg font-semibold">{title}</Dialog.Title>
            <Dialog.Close className={classes(ROUND, held && 'invisible')} aria-label="Close">
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </header>
          <div className="flex flex-col gap-4 overflow-y-auto px-5 pt-3 pb-6">{children}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
