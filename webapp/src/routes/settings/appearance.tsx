import { AppearanceCard } from '@/features/settings/appearance-card';
import { At } from './at';

/** The app's look on this device, and its first view. */
export default function AppearanceSettings() {
  return (
    <At name="look">
      <AppearanceCard />
    </At>
  );
}
