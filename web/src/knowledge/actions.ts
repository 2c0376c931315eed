import {
  IconArchive, IconArrowLeft, IconBook2, IconCategory, IconDeviceFloppy, IconEye, IconFilePlus, IconHistory, IconLanguage, IconLink, IconSearch, IconSearchOff, IconTextPlus,
  IconTrash, IconWorldUpload,
} from '@tabler/icons-react';
import i18next from 'i18next';
import { register } from '../actions/registry';
import type { Action, ActionContext, ArticleContext, KnowledgeContext, ReadingContext } from '../actions/types';
import { useSession } from '../session/store';
import { lazyPart } from '../ui/lazyPart';
import { closeBeside, showBeside, useBeside } from '../ui/beside';

const KnowledgePanel = lazyPart(async () => (await import('./panel/KnowledgePanel')).KnowledgePanel);

/** Whether somebody may read the knowledge base in the workspace. */
function mayRead(): boolean {
  const me = useSession.getState().session;
  return me !== null && me.features.includes('knowledgebase') && (me.isAdmin || !me.permissions.hide_knowledgebase);
}

type Definition<C> = Omit<Action, 'label' | 'scope' | 'many' | 'available' | 'run'> & { when?: (part: C) => boolean; does: (part: C) => void };

/** An action on one part of what is on screen. */
function within<C>(scope: Action['scope'], part: (context: ActionContext) => C | null) {
  return ({ when, does, ...rest }: Definition<C>): Action => ({
    ...rest,
    label: `actions:${rest.id}`,
    scope,
    many: false,
    available: (context) => {
      const now = part(context);
      return now !== null && (when?.(now) ?? true);
    },
    run: (context) => {
      const now = part(context);
      if (now !== null) does(now);
    },
  });
}

const room = within<KnowledgeContext>('knowledge', ({ knowledge }) => knowledge);
const article = within<ArticleContext>('knowledge', (context) => context.article);
const reading = within<ReadingContext>('ticket', (context) => context.reading);

/** The panel beside the conversation on screen, or its end. */
function togglePanel({ ticket }: ActionContext): void {
  if (ticket === null) return;
  const ticketId = ticket.info.id;
  if (useBeside.getState().beside?.ticketId === ticketId) closeBeside();
  else showBeside({ ticketId, label: i18next.t('actions:knowledge.panel'), Panel: KnowledgePanel });
}

/** What is done with the knowledge base: at its own address, and beside a conversation. */
const ACTIONS: readonly Action[] = [
  room({ id: 'knowledge.next', keys: ['j'], repeats: true, does: ({ move }) => move(1) }),
  room({ id: 'knowledge.previous', keys: ['k'], repeats: true, does: ({ move }) => move(-1) }),
  room({ id: 'knowledge.find', keys: ['f'], icon: IconSearch, does: ({ find }) => find() }),
  room({ id: 'knowledge.new', keys: ['n'], icon: IconFilePlus, does: ({ go }) => go('new') }),
  room({ id: 'knowledge.articles', keys: ['u'], icon: IconArrowLeft, does: ({ go }) => go('articles') }),
  room({ id: 'knowledge.categories', keys: ['w'], icon: IconCategory, does: ({ go }) => go('categories') }),
  room({ id: 'knowledge.gaps', keys: ['i'], icon: IconSearchOff, does: ({ go }) => go('gaps') }),
  article({ id: 'knowledge.save', keys: ['Mod+s'], typing: true, icon: IconDeviceFloppy, does: ({ save }) => save() }),
  article({ id: 'knowledge.publish', keys: ['Mod+Enter'], typing: true, icon: IconWorldUpload, does: ({ publish }) => publish() }),
  article({ id: 'knowledge.archive', keys: ['Shift+a'], icon: IconArchive, when: ({ archive }) => archive !== null, does: ({ archive }) => archive?.() }),
  article({ id: 'knowledge.revisions', keys: ['h'], opens: true, icon: IconHistory, does: ({ revisions }) => revisions() }),
  article({ id: 'knowledge.preview', keys: ['Alt+v'], typing: true, icon: IconEye, does: ({ togglePreview }) => togglePreview() }),
  article({ id: 'knowledge.language', keys: ['l'], icon: IconLanguage, does: ({ nextLanguage }) => nextLanguage() }),
  article({ id: 'knowledge.remove', keys: ['#'], danger: true, icon: IconTrash, does: ({ remove }) => remove() }),
  {
    id: 'knowledge.panel',
    label: 'actions:knowledge.panel',
    scope: 'ticket',
    many: false,
    keys: ['Alt+k'],
    typing: true,
    icon: IconBook2,
    available: ({ ticket }) => ticket !== null && ticket.insert !== undefined && mayRead(),
    run: togglePanel,
  },
  // The panel is a drawer over a narrow conversation, where keys act only that say so.
  reading({ id: 'knowledge.insert_text', keys: ['Alt+Enter'], typing: true, over: true, icon: IconTextPlus, does: ({ insertText }) => insertText() }),
  reading({ id: 'knowledge.insert_link', keys: ['Alt+Shift+Enter'], typing: true, over: true, icon: IconLink, does: ({ insertLink }) => insertLink() }),
];

register(ACTIONS);
