import { ImageDown, Share2 } from 'lucide-react';
import { Button, buttonClasses } from '@/ui/button';
import { BUTTONS } from '@/ui/columns';
import { useProductName } from '@/ui/configuration';
import { toast } from '@/ui/toast';
import { useSharePicture } from './mutations';
import { linkOf } from './queries';

/** Links that share by URL. Instagram accepts only pictures. */
const PLACES = [
  ['WhatsApp', 'whatsapp'],
  ['Facebook', 'facebook'],
  ['Twitter', 'twitter'],
  ['LinkedIn', 'linkedin'],
] as const;

export function ShareLinks({ code }: { code: string }) {
  const brand = useProductName();
  const { link, shares } = linkOf(code);
  // The phone's own sheet; many desktop browsers have none.
  const canShare = typeof navigator.share === 'function';
  const picture = useSharePicture({ brand, code, link });
  const share = () =>
    picture.mutate(undefined, {
      onSuccess: (how) => {
        if (how === 'saved') toast.success('The picture is saved. Post it on Instagram.');
      },
      onError: (error) => toast.error(error.message),
    });
  return (
    <section aria-labelledby="share" className="flex flex-col gap-3">
      <h2 id="share" className="text-sm font-semibold text-muted">
        Share your link
      </h2>
      {canShare && (
        <Button wide onClick={() => void navigator.share({ title: brand, url: link }).catch(() => undefined)}>
          <Share2 aria-hidden className="size-5" />
          <span>Share</span>
        </Button>
      )}
      <div className={BUTTONS}>
        {PLACES.map(([name, key]) => (
          <a
            key={key}
            href={shares[key]}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('quiet')}
          >
            {name}
          </a>
        ))}
        <Button look="quiet" busy={picture.isPending} onClick={share}>
          <ImageDown aria-hidden className="size-5" />
          <span>Instagram</span>
        </Button>
      </div>
    </section>
  );
}
