/** What shows the calls that ring on every screen; loaded for whoever has calls. */
export { IncomingCalls } from './IncomingCalls';
export { watchIncoming } from './store';
