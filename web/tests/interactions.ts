import type { Ticket } from '../src/api/types';
import { usePlugins, channelsOf } from '../src/api/plugins';
import { sessionFrom } from '../src/session/model';
import { useSession } from '../src/session/store';
import { aPlugin, aTicket, SESSION_ANSWER } from './builders';
import { serve } from './server';

export const MEI = { id: 7, uid: 'u7', name: 'Mei', salutation: 'Puan', email: 'mei@shop.example', phone: '' };
const TAN = { id: 8, uid: 'u8', name: 'Tan', salutation: '', email: '', phone: '+60' };

/** A desk with two contacts; of one there are these tickets and live chats. */
export function serveInteractions(tickets: readonly Ticket[], chats: readonly Ticket[] = []) {
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  const plugins = [aPlugin('EXCHANGE', ['calls']), aPlugin('TELEGRAM')];
  usePlugins.setState({ plugins, channels: channelsOf(plugins) });
  const searched: string[] = [];
  const lists: [path: string, query: Record<string, string>][] = [];
  const list = (kind: string, all: readonly Ticket[]) =>
    Object.fromEntries(
      [0, 30].map((offset) => [
        `GET /api/ticket/load/-/all/${kind}/${offset}`,
        ({ url }: { url: URL }) => {
          lists.push([`${kind}/${offset}`, Object.fromEntries([...url.searchParams].filter(([, value]) => value !== ''))]);
          const channel = url.searchParams.get('channelFilter') ?? '';
          const rows = all.filter((row) => channel === '' || row.channel === channel).slice(offset, offset + 30);
          const data = kind === 'ticket' ? rows : rows.map((row) => ({ session_id: row.id, session_name: row.name, collapsed: false, ts: row.ts, sessions: 1, livechats: [row] }));
          return { body: { data, count: all.length, countMore: false, status: 'success' } };
        },
      ]),
    );
  const core = serve({
    'GET /api/contacts/list': ({ url }) => {
      searched.push(url.search);
      const [uid, keyword] = ['uid', 'keyword'].map((name) => url.searchParams.get(name) ?? '');
      const data = [MEI, TAN].filter((one) => (uid === '' ? one.name.toLowerCase().startsWith(keyword ?? '') : one.uid === uid));
      return { body: { data, total: data.length, more: false } };
    },
    ...list('ticket', tickets),
    ...list('livechat', chats),
  });
  return { ...core, searched, lists };
}

/** A ticket, a call and a live chat of different moments. */
export const SOME: [tickets: Ticket[], chats: Ticket[]] = [
  [
    aTicket({ id: 3, ticket_number: 103, channel: 'EXCHANGE', title: 'Called back', ts: 1_700_000_300, closed: 2, assignee: 'anna,ben' }),
    aTicket({ id: 1, ticket_number: 101, channel: 'TELEGRAM', title: 'Lamp', ts: 1_700_000_100 }),
  ],
  [aTicket({ id: 2, ticket_number: 102, channel: 'TELEGRAM', title: 'Bulb', ts: 1_700_000_200, livechat: true })],
];
