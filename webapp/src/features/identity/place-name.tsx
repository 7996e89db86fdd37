import { evaluate } from '@/engine/later';

/** The country and the state of a location; the location itself is not shown. */
export default function PlaceName({ latitude, longitude }: { latitude: string; longitude: string }) {
  return <span>{evaluate('location.place', { latitude, longitude }).text ?? 'Saved'}</span>;
}
