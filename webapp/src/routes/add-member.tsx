import { FriendAccount } from '@/features/identity/friend-account';
import { AddMemberSheet } from '@/features/plans/groups/add-member-sheet';
import type { Subscription } from '@/features/plans/types';

interface Props {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}

/** The sheet in which the creator of a group adds a member, or opens an account for a friend. */
export default function AddMember(props: Props) {
  return (
    <AddMemberSheet
      {...props}
      invite={(friend) => <FriendAccount subscription={props.subscription.id} {...friend} />}
    />
  );
}
