import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenUnauthenticated } from '@/api/client';
import { App } from '@/app/app';
import { followOtherTabs, sessionEnded } from '@/app/leave';
import { restoreView } from '@/app/theme';
import '@/styles/app.css';

restoreView();
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
