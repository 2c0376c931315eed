import { vi } from 'vitest';

type Answer = { status?: number; body: unknown } | Error;
type Route = (request: { url: URL; method: string; body: unknown }) => Answer | Promise<Answer>;

interface Asked {
  key: string;
  body: unknown;
}

/** Stands in for the core: answers by "METHOD /path", and remembers what was asked. */
export function serve(routes: Record<string, Route | Answer>): { asked: Asked[]; drafts: Asked[] } {
  const asked: Asked[] = [];
  const drafts: Asked[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://core.test');
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? null);
    const key = `${method} ${url.pathname}`;
    // Drafts are kept at moments of their own, and so have a list of their own.
    (url.pathname.endsWith('/draft') ? drafts : asked).push({ key, body });
    const route = routes[key];
    const answer =
      route === undefined
        ? { status: 404, body: { error: { code: 'not_found', message: 'No such call.' } } }
        : typeof route === 'function'
          ? await route({ url, method, body })
          : route;
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  });
  return { asked, drafts };
}
