import type { Action, ActionContext } from '../../actions/types';
import { TRIAL_PLAN } from '../../session/model';
import { useSession } from '../../session/store';
import { NOBODY } from '../../tickets/narrow';
import { MENU } from '../menu';
import { paths } from '../paths';

const base = { scope: 'go', many: false } as const;

function goes(id: string, label: string, letter: string, path: () => string, place: string): Action {
  return {
    ...base,
    id: `go.${id}`,
    label,
    keys: [`g ${letter}`],
    available: ({ desk }: ActionContext) => desk?.places.includes(place) === true,
    run: ({ desk }: ActionContext) => desk?.navigate(path()),
  };
}

const own = () => `${paths.tickets}?agents=${encodeURIComponent(useSession.getState().session?.username ?? '')}`;
const filtered = (filter: string) => () => `${paths.tickets}?filter=${filter}`;

/** The places of the panel, and the lists of tickets that people go to again and again. */
export const GO: readonly Action[] = [
  ...MENU.flatMap(({ to, label, letter, icon }) =>
    letter === null ? [] : [{ ...goes(label.replace('nav.', ''), `translation:${label}`, letter, () => to, to), icon }],
  ),
  goes('mine', 'actions:go.mine', 'm', own, paths.tickets),
  goes('unassigned', 'actions:go.unassigned', 'u', () => `${paths.tickets}?agents=${NOBODY}`, paths.tickets),
  goes('mentions', 'actions:go.mentions', 'i', () => `${paths.tickets}?filter=all&mentioned=1`, paths.tickets),
  goes('following', 'actions:go.following', '*', () => `${paths.tickets}?filter=all&following=1`, paths.tickets),
  goes('snoozed', 'actions:go.snoozed', 'j', () => `${paths.tickets}?filter=pending&snoozed=1`, paths.tickets),
  goes('pending', 'actions:go.pending', 'z', filtered('pending'), paths.tickets),
  goes('solved', 'actions:go.solved', 'r', filtered('solved'), paths.tickets),
  goes('closed', 'actions:go.closed', 'w', filtered('closed'), paths.tickets),
  goes('spam', 'actions:go.spam', '!', filtered('spam'), paths.tickets),
  {
    ...goes('articles', 'actions:go.articles', 'y', () => paths.articles, paths.knowledgebase),
    available: ({ desk }: ActionContext) => desk?.places.includes(paths.knowledgebase) === true && useSession.getState().session?.isAdmin === true,
  },
  {
    ...goes('upload', 'actions:go.upload', '.', () => paths.upload, paths.upload),
    // In no menu; trial accounts are sent home from it.
    available: ({ desk }: ActionContext) => desk !== null && useSession.getState().session?.plan !== TRIAL_PLAN,
  },
  {
    ...goes('timer', 'actions:go.timer', ':', () => paths.timer, paths.timer),
    available: ({ desk }: ActionContext) => desk !== null && useSession.getState().session?.plan !== TRIAL_PLAN,
  },
  goes('all', 'actions:go.all', 'a', filtered('all'), paths.tickets),
];
