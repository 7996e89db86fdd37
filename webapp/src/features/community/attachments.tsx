import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileText, ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Sheet } from '@/ui/sheet';
import { Skeleton } from '@/ui/states';
import type { Attachment } from './drafts';
import { chatKeys } from './keys';
import { useSaveDocument } from './mutations';
import type { Room } from './room';

/** Pictures are fetched with the bearer token: their URLs do not open without it. */
const thumbQuery = (room: Room, id: string) =>
  queryOptions({
    queryKey: chatKeys.thumb(id),
    queryFn: () => room.thumb(id),
    staleTime: Number.POSITIVE_INFINITY,
  });
const pictureQuery = (room: Room, id: string) =>
  queryOptions({
    queryKey: chatKeys.picture(id),
    queryFn: () => room.file(id, true),
    staleTime: Number.POSITIVE_INFINITY,
  });

export function Attachments({ room, attachments }: { room: Room; attachments: Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 py-1">
      {attachments.map((one) => (
        <li key={one.id}>
          {one.type === 'image' ? <Picture room={room} of={one} /> : <Document room={room} of={one} />}
        </li>
      ))}
    </ul>
  );
}

/** An object URL, revoked when it is no longer shown. */
function useAddress(file: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

interface Props {
  room: Room;
  of: Attachment;
}

function Picture({ room, of }: Props) {
  const thumb = useQuery(thumbQuery(room, of.id));
  const address = useAddress(thumb.data);
  const [open, setOpen] = useState(false);
  if (thumb.isError) {
    return (
      <button
        type="button"
        className="flex min-h-11 items-center gap-2 underline"
        onClick={() => void thumb.refetch()}
      >
        <ImageOff aria-hidden className="size-5" />
        <span>{`${of.name} did not load. Try again`}</span>
      </button>
    );
  }
  return (
    <>
      <button type="button" className="block rounded-control" onClick={() => setOpen(true)}>
        {address ? (
          <img src={address} alt={of.name} className="max-h-60 max-w-full rounded-control" />
        ) : (
          <div aria-hidden className="h-32 w-48 rounded-control bg-sunken" />
        )}
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={of.name}>
        {open && <Whole room={room} of={of} />}
      </Sheet>
    </>
  );
}

function Whole({ room, of }: Props) {
  const picture = useQuery(pictureQuery(room, of.id));
  const address = useAddress(picture.data);
  if (picture.isError) return <p role="alert">{picture.error.message}</p>;
  if (!address) return <Skeleton className="h-64" />;
  return <img src={address} alt={of.name} className="mx-auto max-w-full rounded-control" />;
}

function Document({ room, of }: Props) {
  const save = useSaveDocument(room, of);
  return (
    <button
      type="button"
      className="flex min-h-11 max-w-full items-center gap-2 text-start underline"
      aria-busy={save.isPending || undefined}
      onClick={() => save.mutate()}
    >
      <FileText aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 break-words">{of.name}</span>
    </button>
  );
}
