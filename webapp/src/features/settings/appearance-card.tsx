import { Compass, Languages, Moon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Card } from '@/ui/page';
import { Row } from '@/ui/row';
import { SwitchRow } from '@/ui/switch-row';
import { setTheme, setViewMode, theme, viewMode } from '@/ui/theme';

/** The app's appearance and first view on this device. */
export function AppearanceCard() {
  const dark = useSyncExternalStore(theme.subscribe, theme.get) === 'dark';
  const rtl = useSyncExternalStore(viewMode.subscribe, viewMode.get) === 'rtl';
  return (
    <Card>
      <h2 className="pb-2 text-sm font-semibold text-muted">Appearance</h2>
      <Row to="/select-app" icon={Compass} label="Home screen" />
      <SwitchRow
        icon={Moon}
        label="Night mode"
        on={dark}
        onSwitch={() => setTheme(dark ? 'light' : 'dark')}
      />
      <SwitchRow
        icon={Languages}
        label="Right to left"
        on={rtl}
        onSwitch={() => setViewMode(rtl ? 'ltr' : 'rtl')}
      />
    </Card>
  );
}
