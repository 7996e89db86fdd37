import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';

/** The notice for an address that names an action which is not offered for the coin. (Document 2, section 2.) */
export function SoonSheet({ name, onClose }: { name: string | undefined; onClose: () => void }) {
  return (
    <Sheet open={name !== undefined} onClose={onClose} title={name ?? ''}>
      <p className="text-center">This feature is coming soon</p>
      <Button wide onClick={onClose}>
        Close
      </Button>
    </Sheet>
  );
}
