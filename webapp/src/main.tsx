import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenLeaving, whenUnauthenticated } from '@/api/client';
import { App } from '@/app/app';
import { followOtherTabs, leaveThrough, logOut, sessionEnded } from '@/app/leave';
import { router } from '@/app/router';
import { restoreView } from '@/ui/theme';
import '@/styles/app.css';

restoreView();
leaveThrough(router);
whenUnauthenticated(sessionEnded);
whenLeaving(() => void logOut());
followOtherTabs();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
