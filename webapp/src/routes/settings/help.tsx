import { useNavigate } from '@tanstack/react-router';
import { DoorClosed, Lightbulb, ListChecks, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { ClosingSheet } from '@/features/settings/closing-sheet';
import { DataRow } from '@/features/settings/data-row';
import { store } from '@/lib/storage';
import { Row } from '@/ui/row';
import { At } from './at';
import { Group } from './group';

/** Help, and everything we keep about the user. */
export default function HelpSettings() {
  const navigate = useNavigate();
  const [closing, setClosing] = useState(false);
  return (
    <>
      <Group title="Help">
        <At name="chat">
          <Row to="/chat" icon={MessageCircle} label="Chat with us" />
        </At>
        <At name="tips">
          <Row
            icon={Lightbulb}
            label="Show tips again"
            onClick={() => {
              store('tips', null);
              void navigate({ to: '/dashboard' });
            }}
          />
        </At>
      </Group>
      <Group title="Your data">
        <At name="export">
          <DataRow />
        </At>
        <At name="check">
          <Row to="/account-check" icon={ListChecks} label="Check my account" />
        </At>
        <At name="close">
          <Row icon={DoorClosed} label="Close account" onClick={() => setClosing(true)} />
        </At>
      </Group>
      <ClosingSheet open={closing} onClose={() => setClosing(false)} />
    </>
  );
}
