import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenUnauthenticated } from '@/api/client';
import { App } from '@/app/app';
import { followOtherTabs, leaveThrough, sessionEnded } from '@/app/leave';
import { router } from '@/app/router';
import { restoreView } from '@/app/theme';
import '@/styles/app.css';

restoreView();
leaveThrough(router);
whenUnauthenticated(sessionEnded);
followOtherTabs();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
