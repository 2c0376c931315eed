import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { Providers } from './app/Providers';
import { router } from './app/router';
import { watchErrors } from './api/errorLog';
import { startWorkspace } from './app/start';
import { startI18n } from './i18n/i18n';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

watchErrors();
await startI18n();
startWorkspace();

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
