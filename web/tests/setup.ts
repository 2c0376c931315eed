import { afterEach, vi } from 'vitest';
import { cleanup, configure } from '@testing-library/react';
import { startI18n } from '../src/i18n/i18n';
import { loadTicketTexts } from '../src/tickets/texts';

afterEach(cleanup);

// A busy machine takes its time; what never comes still fails.
configure({ asyncUtilTimeout: 20_000 });

// jsdom lacks these browser parts that the component library asks for.
vi.stubGlobal(
  'matchMedia',
  (query: string): Partial<MediaQueryList> => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }),
);
class Observer {
  observe() {
    return undefined;
  }
  unobserve() {
    return undefined;
  }
  disconnect() {
    return undefined;
  }
}
vi.stubGlobal('ResizeObserver', Observer);
Object.defineProperty(document, 'fonts', {
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});
Element.prototype.scrollIntoView = () => undefined;

await startI18n();
await loadTicketTexts();
