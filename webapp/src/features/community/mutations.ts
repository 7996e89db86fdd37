import { useMutation } from '@tanstack/react-query';
import { download } from '@/api/client';
import { saveFile } from '@/lib/save-file';
import type { Attachment } from './drafts';
import { type Invitation, invitationPicture, sharePicture } from './picture';

/** Saves a document of the chat on the device. */
export const useSaveDocument = ({ id, name }: Attachment) =>
  useMutation({
    mutationFn: () => download('/support/attachments/{id}', { path: { id } }),
    meta: { silent: true },
    onSuccess: (file) => saveFile(file, name),
  });

/** Draws the invitation as a picture and shares it, or saves it where the browser cannot share. */
export const useSharePicture = (invitation: Invitation) =>
  useMutation<string, Error>({
    mutationFn: async () => sharePicture(await invitationPicture(invitation), invitation.link),
    meta: { quiet: true, silent: true },
  });
