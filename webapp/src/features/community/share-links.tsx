import { useMutation } from '@tanstack/react-query';
import { ImageDown, Share2 } from 'lucide-react';
import { Button, buttonClasses } from '@/ui/button';
import { useConfiguration } from '@/ui/configuration';
import { toast } from '@/ui/toast';
import { invitationPicture, sharePicture } from './picture';
import { linkOf } from './queries';

/** Links that share by URL. Instagram accepts only pictures. */
const PLACES = [
  ['WhatsApp', 'whatsapp'],
  ['Facebook', 'facebook'],
  ['Twitter', 'twitter'],
  ['LinkedIn', 'linkedin'],
] as const;

export function ShareLinks({ code }: { code: string }) {
  const brand = useConfiguration()?.name ?? 'Ajo';
  const { link, shares } = linkOf(code);
  const picture = useMutation<string, Error>({
    mutationFn: async () => sharePicture(await invitationPicture({ brand, code, link }), link),
    meta: { quiet: true, silent: true },
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
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        {PLACES.map(([name, key]) => (
          <a
            key={key}
            href={shares[key]}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClasses('quiet')}
          >
            <Share2 aria-hidden className="size-5" /> {name}
          </a>
        ))}
        <Button look="quiet" busy={picture.isPending} onClick={() => picture.mutate()}>
          <ImageDown aria-hidden className="size-5" /> Instagram
        </Button>
      </div>
    </section>
  );
}
