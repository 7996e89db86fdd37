import { BellOff, BellRing, LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { ClusterFacts } from './cluster-facts';
import { type Cluster, useLeaveCluster, useMuteCluster } from './clusters';
import { ContactLinks } from './contact-links';

interface Props {
  cluster: Cluster;
  open: boolean;
  onClose: () => void;
  /** The user has left the cluster. */
  onLeft: () => void;
}

/** The actions of a cluster's member: contact support, mute, leave. */
export function RoomSheet({ cluster, open, onClose, onLeft }: Props) {
  const [leaving, setLeaving] = useState(false);
  const mute = useMuteCluster(cluster.uuid);
  const leave = useLeaveCluster(cluster.uuid, onLeft);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={leaving ? 'Leave cluster' : cluster.name}
      onBack={leaving ? () => setLeaving(false) : undefined}
      stage={leaving ? 'leave' : 'facts'}
      afterClose={() => setLeaving(false)}
    >
      {leaving ? (
        <>
          <p>
            <span>{'Are you sure you want to leave '}</span>
            <strong>{cluster.name}</strong>
            <span>? You can join again with its code.</span>
          </p>
          <Button wide look="danger" busy={leave.isPending} onClick={() => leave.mutate()}>
            Leave
          </Button>
        </>
      ) : (
        <>
          <ClusterFacts cluster={cluster} />
          <ContactLinks cluster={cluster} />
          <Button look="quiet" wide busy={mute.isPending} onClick={() => mute.mutate(!cluster.muted)}>
            {cluster.muted ? (
              <BellRing aria-hidden className="size-5" />
            ) : (
              <BellOff aria-hidden className="size-5" />
            )}
            <span>{cluster.muted ? 'Unmute' : 'Mute'}</span>
          </Button>
          <p className="text-sm text-muted">Messages of a muted cluster do not count on the chat icon.</p>
          <Button look="quiet" wide onClick={() => setLeaving(true)}>
            <LogOut aria-hidden className="size-5 rtl:rotate-180" />
            <span>Leave cluster</span>
          </Button>
        </>
      )}
    </Sheet>
  );
}
