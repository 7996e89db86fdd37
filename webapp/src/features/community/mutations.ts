import { useMutation } from '@tanstack/react-query';
import { saveFile } from '@/lib/save-file';
import type { Attachment } from './drafts';
import { type Invitation, invitationPicture, sharePicture } from './picture';
import type { Room } from './room';

/** Saves a document of the chat on the device. */
export const useSaveDocument = (room: Room, { id, name }: Attachment) =>
  useMutation({
    mutationFn: () => room.file(id),
    meta: { silent: true },
    onSuccess: (file) => saveFile(file, name),
  });

/** Draws the invitation as a picture and shares it, or saves it where the browser cannot share. */
export const useSharePicture = (invitation: Invitation) =>
  useMutation<string, Error>({
    mutationFn: async () => sharePicture(await invitationPicture(invitation), invitation.link),
    meta: { quiet: true, silent: true },
  });
