import { Button } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconAddressBook, IconSearchOff } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { wholeContext } from '../../actions/engine';
import { groupsOf } from '../../actions/find';
import { keysOf, useKeymap } from '../../actions/keymap';
import { lineOf } from '../../actions/press';
import { availableNow, nameOf } from '../../actions/registry';
import { useTexts } from '../../actions/texts';
import type { Action, ActionContext, Scope } from '../../actions/types';
import { nameOf as nameOfContact, pathOf, reachOf } from '../../contacts/model';
import { useSession } from '../../session/store';
import { useConversationAddress } from '../../tickets/conversationAddress';
import { useSelection } from '../../tickets/list/selection';
import { ChannelMark } from '../../ui/ChannelMark';
import { useLate } from '../../ui/useLate';
import { Waiting } from '../../ui/Waiting';
import classes from '../Palette.module.css';
import { findSettings, useSettingTexts } from '../settings/search';
import { useSections } from '../settings/sections';
import { SettingsHits } from './SettingsHits';
import { useFound, type Search } from './useFound';

/** After the library has given the focus back to where it was. */
const RETURNED_MS = 50;

function later(run: () => void): () => void {
  return () => void setTimeout(run, RETURNED_MS);
}

/** What is nearest comes first; what only makes sense in the list is behind it. */
const ORDER: readonly Scope[] = ['ticket', 'message', 'chat', 'list', 'contact', 'knowledge', 'go', 'everywhere', 'settings', 'tune'];

function Entry({ action, context, keys }: { action: Action; context: ActionContext; keys: string | undefined }) {
  const Sign = action.icon;
  return (
    <Spotlight.Action
      label={nameOf(action, context)}
      leftSection={<span className={classes['sign']}>{Sign === undefined ? null : <Sign size={18} stroke={1.5} />}</span>}
      rightSection={keys === undefined ? null : <kbd className={classes['keys']}>{lineOf(keys)}</kbd>}
      highlightQuery
      onClick={later(() => action.run(context))}
    />
  );
}

function Results({ search, context }: { search: Search; context: ActionContext }) {
  const { t } = useTexts();
  const late = useLate(search.phase === 'loading');
  const addressOf = useConversationAddress();
  if (search.phase === 'loading') return late ? <Waiting label={t('palette.searching')} m="sm" size={18} /> : null;
  if (search.phase === 'failed') {
    return (
      <div role="alert" className={classes['failed']}>
        {t('palette.failed')}
        <Button size="compact-xs" variant="default" onClick={search.again}>
          {t('palette.retry')}
        </Button>
      </div>
    );
  }
  if (search.phase === 'idle') return null;
  const { tickets, contacts } = search.found;
  const go = (path: string) => later(() => context.desk?.navigate(path));
  return (
    <>
      {tickets.length === 0 ? null : (
        <Spotlight.ActionsGroup label={t('palette.tickets')} className={classes['group'] ?? ''}>
          {tickets.map((ticket) => (
            <Spotlight.Action
              key={ticket.id}
              label={`#${ticket.ticket_number} ${ticket.title}`}
              description={ticket.name === ticket.title ? '' : ticket.name}
              leftSection={<span className={classes['sign']}><ChannelMark channel={ticket.channel} /></span>}
              highlightQuery
              onClick={go(addressOf(ticket))}
            />
          ))}
        </Spotlight.ActionsGroup>
      )}
      {contacts.length === 0 ? null : (
        <Spotlight.ActionsGroup label={t('palette.contacts')} className={classes['group'] ?? ''}>
          {contacts.map((contact) => (
            <Spotlight.Action
              key={contact.id}
              label={nameOfContact(contact) || t('palette.nameless')}
              description={reachOf(contact)}
              leftSection={<span className={classes['sign']}><IconAddressBook size={18} stroke={1.5} /></span>}
              highlightQuery
              onClick={go(pathOf(contact))}
            />
          ))}
        </Spotlight.ActionsGroup>
      )}
    </>
  );
}

/** Of one letter there is too much. */
const LEAST = 2;
const MOST_SETTINGS = 8;

/** Settings that have the words; sections that are listed as actions are not listed again. */
function useSettingsFound(query: string, listed: readonly Action[]) {
  const sections = useSections();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const asked = query.trim().length >= LEAST;
  const { phase } = useSettingTexts(asked, sections);
  if (!asked || phase === 'loading') return [];
  const there = new Set(listed.map(({ id }) => id));
  return findSettings(query, sections, isAdmin)
    .filter(({ section, within }) => within !== '' || !there.has(`settings.${section.id}`))
    .slice(0, MOST_SETTINGS);
}

function foundNothing(search: Search): boolean {
  return search.phase === 'idle' || (search.phase === 'ready' && search.found.tickets.length + search.found.contacts.length === 0);
}

/** What can be done at this moment, and what is found for what is typed. */
export function PaletteBody({ query }: { query: string }): ReactNode {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  // What was on screen when it opened: the focus is in here since.
  const [context] = useState(wholeContext);
  const [actions] = useState(() => availableNow(context).filter(({ id }) => id !== 'desk.palette'));
  const chosen = useKeymap((state) => state.chosen);
  const many = useSelection((state) => state.chosen.size);
  const search = useFound(query);
  // What is found later is chosen, too, where nothing else is.
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (query !== '' && list.current?.querySelector('[data-selected]') === null) list.current.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  });
  const groups = [...groupsOf(actions, query, chosen, context)];
  const settings = useSettingsFound(query, groups.flatMap((group) => group.actions));
  if (settings.length > 0 && !groups.some(({ scope }) => scope === 'settings')) groups.push({ scope: 'settings', title: t('scope.settings'), actions: [] });
  groups.sort((a, b) => ORDER.indexOf(a.scope) - ORDER.indexOf(b.scope));
  if (groups.length === 0 && foundNothing(search)) {
    return (
      <Spotlight.Empty>
        <IconSearchOff size={20} stroke={1.5} aria-hidden /> {common('palette.nothing')}
      </Spotlight.Empty>
    );
  }
  return (
    <div ref={list}>
      {groups.map(({ scope, title, actions: entries }) => (
        <Spotlight.ActionsGroup
          key={scope}
          label={scope === 'ticket' && many > 0 ? t('palette.chosen', { count: many }) : title}
          className={classes['group'] ?? ''}
        >
          {entries.map((action) => (
            <Entry key={action.id} action={action} context={context} keys={keysOf(action, chosen)[0]} />
          ))}
          {scope === 'settings' ? <SettingsHits hits={settings} later={later} /> : null}
        </Spotlight.ActionsGroup>
      ))}
      <Results search={search} context={context} />
    </div>
  );
}
