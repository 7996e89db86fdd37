import { MapPin } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '@/api/types';
import { withLaterRules } from '@/engine/load';
import { canLocate, locate, wasDenied } from '@/lib/location';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Card } from '@/ui/page';
import { toast } from '@/ui/toast';
import { useSaveProfile } from './mutations';

const DENIED = 'Your browser does not allow it. You can allow it in the settings of this site.';
const NOT_FOUND = 'Your location could not be found. Please try again.';

/** A country and a state, loaded with the rules that name them. */
const PlaceName = lazy(withLaterRules(() => import('./place-name')));

/** Saves the user's location on request: the browser asks for permission only after the button is pressed. */
export function LocationCard({ user }: { user: User }) {
  const { latitude, longitude } = user.profile;
  const [finding, setFinding] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = useSaveProfile();
  const known = latitude !== null && longitude !== null;

  const share = async () => {
    setFailure(null);
    setFinding(true);
    try {
      save.mutate(await locate(), {
        onSuccess: () => toast.success('Your location is saved.'),
        onError: ({ message }) => setFailure(message),
      });
    } catch (error) {
      setFailure(wasDenied(error) ? DENIED : NOT_FOUND);
    } finally {
      setFinding(false);
    }
  };

  const remove = () => {
    setFailure(null);
    save.mutate(
      { latitude: '', longitude: '' },
      {
        onSuccess: () => toast.success('Your location is removed.'),
        onError: ({ message }) => setFailure(message),
      },
    );
  };

  if (!canLocate()) return null;
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">Location</h2>
      <p className="text-sm text-muted">
        You can keep where you are now with your profile. Nothing else uses it: a loan request asks for
        itself. You can remove it at any time.
      </p>
      {known && (
        <p className="flex items-center gap-2 text-sm font-medium">
          <MapPin aria-hidden className="size-5 text-accent-text" />
          <Suspense fallback="Saved">
            <PlaceName latitude={latitude} longitude={longitude} />
          </Suspense>
        </p>
      )}
      <FormError>{failure}</FormError>
      <Button look="quiet" wide busy={finding || save.isPending} onClick={() => void share()}>
        {known ? 'Update my location' : 'Share my location'}
      </Button>
      {known && (
        <Button look="link" className="self-center text-sm" disabled={save.isPending} onClick={remove}>
          Remove my location
        </Button>
      )}
    </Card>
  );
}
