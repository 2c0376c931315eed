import { wearAccent } from './colour';
import { t } from './texts';

/** The client's name and colour, kept for `/end/livechat`, whose address names no client. */
interface Branding {
  readonly clientName: string;
  readonly accent: string | null;
}

const KEY = 'patchbay.visit.branding';
let takeOff: (() => void) | null = null;

export function wear({ clientName, accent }: Branding): void {
  takeOff?.();
  takeOff = wearAccent(accent);
  document.title = clientName === '' ? t.title : `${t.title} · ${clientName}`;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ clientName, accent }));
  } catch {
    // Without storage the last page is plain.
  }
}

export function remembered(): Branding {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof kept === 'object' && kept !== null && 'clientName' in kept && 'accent' in kept) {
      const { clientName, accent } = kept;
      return {
        clientName: typeof clientName === 'string' ? clientName : '',
        accent: typeof accent === 'string' ? accent : null,
      };
    }
  } catch {
    // The same as nothing kept.
  }
  return { clientName: '', accent: null };
}
