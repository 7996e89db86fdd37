import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenLeaving, whenUnauthenticated } from '@/api/client';
import { App } from '@/app/app';
import { followOtherTabs, leaveThrough, logOut, sessionEnded } from '@/app/base/leave';
import { router } from '@/app/router';
import { takeOverUpdate } from '@/lib/kept';
import { watchLoading } from '@/lib/not-loaded';
import { receiveWorkerMessages } from '@/lib/worker-messages';
import { restoreView } from '@/ui/theme';
import '@/styles/app.css';

// From here on the app reports loading errors itself.
document.querySelector('.late')?.remove();
watchLoading();
receiveWorkerMessages();
restoreView();
leaveThrough(router);
whenUnauthenticated(sessionEnded);
whenLeaving(() => void logOut());
followOtherTabs();
takeOverUpdate(null);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
