import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { Picker } from '../actions/Picker';
import { usePicker } from '../actions/picker';
import { ShareDialog } from '../dashboard/ShareDialog';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { ExtensionDialog } from '../tickets/calls/ExtensionDialog';
import { CallFilterDialog } from '../tickets/calls/list/CallFilterDialog';
import { TimeDialog } from '../tickets/composer/TimeDialog';
import { FilterDialog } from '../tickets/list/FilterDialog';
import { queryOf } from '../tickets/list/viewQuery';
import { ANY } from '../tickets/narrow';
import { ProfileDialog } from '../tickets/profile/ProfileDialog';
import { ViewsDialog } from '../views/ViewsDialog';

const close = vi.fn();

/** Windows over a screen that ask or show little; those of whole rooms, such as the settings, are wider. */
const DIALOGS: Record<string, () => ReactNode> = {
  'what is asked of a ticket': () => {
    usePicker.setState({ question: { title: 'Assign', empty: '', load: () => Promise.resolve([]) }, open: true });
    return <Picker />;
  },
  'lists under a name': () => <ViewsDialog opened begin="arrange" door={{ status: 'open', query: queryOf(ANY), fleeting: false, shows: () => false, go: close }} onClose={close} />,
  'a moment': () => <TimeDialog title="T" label="L" action="A" onClose={close} onChoose={close} />,
  'an extension': () => <ExtensionDialog title="T" label="L" action="A" value="12" onClose={close} onChoose={() => Promise.resolve(null)} />,
  'the filter of tickets': () => <FilterDialog opened onClose={close} />,
  'the filter of calls': () => <CallFilterDialog of="calls" opened onClose={close} />,
  'the links to the dashboard': () => <ShareDialog opened onClose={close} />,
  'a contact': () => <ProfileDialog contact={7} />,
};

it.each(Object.entries(DIALOGS))('the window of %s is 500 pixels wide', async (_of, dialog) => {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  serve({});
  draw(dialog());
  const root = (await screen.findByRole('dialog')).closest<HTMLElement>('.mantine-Modal-root');
  expect(root?.style.getPropertyValue('--modal-size')).toContain('31.25rem');
});
