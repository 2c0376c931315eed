import { MultiSelect } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { AddButton, SearchInput } from '../../settings/SectionHead';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { fold } from '../../ui/fold';
import { Pager } from '../../ui/Pager';
import { SettingsLink } from '../../ui/SettingsLink';
import type { RoutingAgent, RoutingSettings, RoutingSkill } from '../model';
import { useTexts } from '../texts';
import classes from './people.module.css';
import { SkillForm } from './SkillForm';
import { SkillGrid } from './SkillGrid';

/** Agents on a page, and skills side by side as long as none were chosen. */
const PAGE = 25;
const COLUMNS = 20;
/** With fewer skills there is nothing to choose from. */
const CHOOSE_FROM = 5;

interface Props {
  agents: readonly RoutingAgent[];
  skills: readonly RoutingSkill[];
  /** The default capacities. */
  settings: RoutingSettings;
  reloadSkills: () => Promise<unknown>;
}

/** Which agents and skills the grid shows: a search, chosen skills, and pages; and the way to another skill. */
export function PeopleList({ agents, skills, settings, reloadSkills }: Props) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<RoutingSkill | 'new' | null>(null);
  const block = useRef<HTMLDivElement>(null);
  const back = useRef<string | null>(null);
  const named = useMemo(() => skills.filter(({ id }) => chosen.includes(String(id))), [skills, chosen]);
  // The same array as long as it says the same, so that rows that did not change are not drawn again.
  const columns = useMemo(() => (named.length > 0 ? named : skills.slice(0, COLUMNS)), [skills, named]);

  // The form took the place of the focus: it goes back to where it was opened.
  useEffect(() => {
    if (edited !== null || back.current === null) return;
    const from = block.current?.querySelector<HTMLElement>(back.current) ?? block.current?.querySelector<HTMLElement>('[data-add] button');
    back.current = null;
    from?.focus();
  }, [edited]);

  function edit(skill: RoutingSkill | 'new'): void {
    back.current = skill === 'new' ? '[data-add] button' : `[data-skill="${skill.id}"] button`;
    setEdited(skill);
  }
  function done(): void {
    setEdited(null);
    void reloadSkills();
  }

  if (agents.length === 0) {
    return (
      <EmptyPlace
        compact
        icon={<IconUsers size={18} stroke={1.5} />}
        title={t('people.empty')}
        text={t('people.empty_text')}
        action={<SettingsLink section="users">{t('people.add')}</SettingsLink>}
      />
    );
  }
  const words = fold(search.trim());
  const found = agents.filter(({ name, username }) => fold(name).includes(words) || fold(username).includes(words));
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  // With fewer found than before the page may be gone.
  const shown = Math.min(page, pages);
  return (
    <div ref={block} className={classes['list']}>
      {edited === null ? null : <SkillForm key={edited === 'new' ? 'new' : edited.id} known={edited === 'new' ? null : edited} onDone={done} />}
      <div className={classes['tools']}>
        <SearchInput
          label={t('people.search')}
          value={search}
          onChange={(next) => {
            setSearch(next);
            setPage(1);
          }}
        />
        {skills.length < CHOOSE_FROM ? null : (
          <MultiSelect
            className={classes['chosen'] ?? ''}
            size="xs"
            aria-label={t('people.columns')}
            {...(named.length === 0 ? { placeholder: t('people.columns') } : {})}
            data={skills.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={named.map(({ id }) => String(id))}
            searchable
            clearable
            hidePickedOptions
            maxValues={COLUMNS}
            nothingFoundMessage={t('people.nothing')}
            onChange={setChosen}
          />
        )}
        <span data-add>
          <AddButton label={t('skill.add')} onClick={() => edit('new')} />
        </span>
      </div>
      <p className={classes['count']} role="status">
        {t('people.count', { count: found.length })}
        {columns.length < skills.length ? ` · ${t('people.some_skills', { shown: columns.length, count: skills.length })}` : ''}
      </p>
      {skills.length === 0 ? <p className={classes['count']}>{t('skill.empty')}</p> : null}
      {found.length === 0 ? (
        <EmptyPlace compact icon={<IconUsers size={18} stroke={1.5} />} title={t('people.nothing')} text={t('people.nothing_text')} />
      ) : (
        <SkillGrid
          agents={found.slice((shown - 1) * PAGE, shown * PAGE)}
          first={(shown - 1) * PAGE}
          total={found.length}
          skills={columns}
          settings={settings}
          reloadSkills={reloadSkills}
          onRename={edit}
        />
      )}
      {pages === 1 ? null : (
        <Pager
          total={pages}
          value={shown}
          onChange={setPage}
          labels={{ previous: t('pager.previous'), next: t('pager.next'), page: (number) => t('pager.page', { page: number }) }}
        />
      )}
    </div>
  );
}
