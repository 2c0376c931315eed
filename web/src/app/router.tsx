import { createBrowserRouter } from 'react-router';
import { CrashPage } from './pages/CrashPage';
import { Splash } from './pages/Splash';
import { Gate, Root, Strangers } from './Gate';
import { lazyPart, lazyScreen, queried, queriedScreen } from './lazyScreen';
import { MOBILE } from '../ui/useView';
import { UNBUILT } from './menu';
import { Redirect } from './Redirect';
import { parts } from './parts';
import { paths } from './paths';

// A part, not a screen of the router: at this address the logged-out see the login, without loading it.
const Home = lazyPart(parts.home);

const SignUp = lazyPart(queried(async () => (await import('./pages/SignUp')).SignUp));
const Setup = lazyPart(queried(async () => (await import('./pages/Setup')).Setup));
const Pricing = lazyPart(async () => (await import('./pages/PricingPage')).PricingPage);
const Contact = lazyPart(queried(async () => (await import('./pages/ContactPage')).ContactPage));
const SharedDashboard = lazyPart(queried(async () => (await import('./pages/SharedDashboardPage')).SharedDashboardPage));
const PasswordReset = lazyPart(queried(async () => (await import('../session/reset/ResetPage')).ResetPage));

const inFrame = (frame: string, places: readonly string[]) => places.map((path) => ({ path: `${frame}${path}` }));
const ticketsIn = (frame: string) => inFrame(frame, ['/ticket', '/ticket/:number']);
const callsIn = (frame: string) => inFrame(frame, [paths.calls, paths.callOngoing, '/call/:number']);

/** The whole map of screens. What is behind the gate needs a session; the rest is public. */
export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: CrashPage,
    HydrateFallback: Splash,
    children: [
      {
        Component: Gate,
        children: [
          {
            ErrorBoundary: CrashPage,
            children: [
              { path: '/', Component: Home },
              {
                lazy: lazyScreen(() => {
                  // Where no ticket is asked for, the list is all there is, and comes at the same time.
                  if (!/^\/ticket\/./.test(window.location.pathname)) void parts.ticketList().catch(() => undefined);
                  return import('./pages/TicketsPage');
                }),
                children: ticketsIn(''),
              },
              {
                lazy: lazyScreen(() => import('./pages/PopupPage')),
                children: ['/popup/ticket/:number', '/popup/livechat/:number', '/popup/call/ongoing', '/popup/call/:number'].map((path) => ({ path })),
              },
              {
                path: '/livechat',
                lazy: queriedScreen(() => import('./pages/LivechatPage')),
                children: [{ index: true }, { path: ':number' }],
              },
              {
                lazy: lazyScreen(() => import('./pages/TicketsPage')),
                children: ticketsIn(MOBILE),
              },
              // A screen for each frame, as of tickets, so that nothing of the one is left in the other.
              ...['', MOBILE].map((frame) => ({ lazy: lazyScreen(() => import('./pages/CallsPage')), children: callsIn(frame) })),
              ...['', MOBILE].map((frame) => ({ path: `${frame}${paths.recordings}`, lazy: queriedScreen(() => import('./pages/RecordingsPage')) })),
              {
                path: '/mobile/livechat',
                lazy: queriedScreen(() => import('./pages/LivechatPage')),
                children: [{ index: true }, { path: ':number' }],
              },
              {
                path: '/contacts',
                lazy: queriedScreen(() => import('./pages/ContactsPage')),
                children: [{ index: true }, { path: ':uid' }],
              },
              { path: paths.interactions, lazy: queriedScreen(() => import('./pages/InteractionsPage')) },
              {
                path: '/channels/*',
                lazy: queriedScreen(() => import('./pages/ChannelsPage')),
              },
              {
                path: '/plugins/*',
                lazy: queriedScreen(() => import('./pages/PluginsPage')),
              },
              { path: '/supervisory', lazy: lazyScreen(() => import('./pages/SupervisoryPage')) },
              { path: '/report', element: <Redirect to={paths.report} /> },
              ...['ticket', 'livechat'].map((type) => ({ path: `/report/${type}`, element: <Redirect to={`/report/${type}/0`} /> })),
              { path: '/report/omnichannel', lazy: queriedScreen(() => import('./pages/OmnichannelReportPage')) },
              { path: paths.callReport, lazy: queriedScreen(() => import('./pages/CallReportPage')) },
              { path: '/report/:type/:status', lazy: lazyScreen(() => import('./pages/SummaryReportPage')) },
              { path: '/kb/*', lazy: queriedScreen(() => import('./pages/KnowledgePage')) },
              { path: '/support', element: <Redirect to={paths.support} /> },
              { path: '/support/:space/:lang/:id?/:question?', lazy: queriedScreen(() => import('./pages/SupportPage')) },
              ...['', MOBILE].map((frame) => ({ path: `${frame}${paths.settings}/:section?`, lazy: lazyScreen(() => import('./pages/SettingsPage')) })),
              { path: paths.callConfig, lazy: queriedScreen(() => import('./pages/CallSettingsPage')) },
              { path: paths.timer, lazy: queriedScreen(() => import('./pages/TimerPage')) },
              { path: paths.upload, lazy: lazyScreen(() => import('./pages/UploadPage')) },
              { path: '/plan', lazy: lazyScreen(() => import('./pages/PlansPage')) },
              { path: '/payment', lazy: lazyScreen(() => import('./pages/PaymentPage')) },
              // The gate leads everybody home from the dashboard whom the configuration does not list.
              { path: paths.dashboard, lazy: queriedScreen(() => import('./pages/DashboardPage')) },
              ...UNBUILT.map((path) => ({ path, lazy: lazyScreen(() => import('./pages/NotYetPage')) })),
            ],
          },
        ],
      },
      { path: '/login', element: <Redirect to="/" /> },
      { Component: Strangers, children: [{ path: '/pricing', Component: Pricing }, { path: '/contact', Component: Contact }] },
      { path: '/signup', Component: SignUp },
      { path: '/setup', Component: Setup },
      { path: '/password_reset', Component: PasswordReset },
      { path: `${paths.dashboard}/:token`, Component: SharedDashboard },
      { path: '/about', lazy: lazyScreen(() => import('./pages/AboutPage')) },
      { path: '*', lazy: lazyScreen(() => import('./pages/NotFoundPage')) },
    ],
  },
]);
