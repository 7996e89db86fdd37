import { AlertsCard } from '@/features/settings/alerts-card';
import { PushRow } from '@/features/settings/push-row';
import { useConfiguration } from '@/ui/configuration';
import { At } from './at';
import { Group } from './group';

/** How the user is told what happens while the app is closed. */
export default function NotificationSettings() {
  const pushKey = useConfiguration()?.push_key;
  return (
    <>
      <At name="alerts">
        <AlertsCard />
      </At>
      <At name="push">
        {pushKey && (
          <Group title="On this device">
            <PushRow pushKey={pushKey} />
          </Group>
        )}
      </At>
    </>
  );
}
