import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { needDepartments, useDepartments } from '../../api/departments';
import { useLabels } from '../../api/labels';
import type { Ticket, TicketFilter } from '../../api/types';
import { ErrorPlace, problemText } from '../../ui/ErrorPlace';
import { LabelDot, NoLabelDot } from '../../ui/LabelDot';
import { useAltHeld } from '../../ui/useAltHeld';
import { useLate } from '../../ui/useLate';
import { isNamed } from '../model';
import classes from './GroupedList.module.css';
import { groupsPlace, keepGroupsPlace, leaveGroups, loadGroup, openGroups, toggleGroup, useGroups, type Group, type GroupedBy } from './groups';
import { ListSkeleton } from './ListSkeleton';
import { Row } from './Row';
import list from './Rows.module.css';
import { useTexts } from './texts';
import { useAim } from './useAim';
import { inHeldOrder, useHeld } from './useHeldOrder';
import { useReveal, useRowKeys } from './useRowKeys';

interface Props {
  by: GroupedBy;
  filter: TicketFilter;
  selected: string | undefined;
}

interface Title {
  id: number;
  name: string;
  color?: string;
  colorDark?: string;
}

const NARROW_PX = 73;
const WIDE_PX = 45;

/** Every group that can have tickets: those the desk knows, removed ones that still have some, and none. */
function useTitles(by: GroupedBy): Title[] | null {
  const t = useTexts();
  const { t: common } = useTranslation();
  const departments = useDepartments();
  const labels = useLabels();
  const counts = useGroups((state) => state.counts);
  const { phase } = by === 'department' ? departments : labels;
  if (phase === 'idle' || phase === 'loading') return null;
  const known: Title[] =
    by === 'department'
      ? departments.departments.filter((one) => !one.deleted || counts.has(one.id)).map(({ id, name }) => ({ id, name }))
      : [...labels.labels];
  const ids = new Set(known.map(({ id }) => id));
  const gone = [...counts.keys()].filter((id) => id !== 0 && !ids.has(id));
  // Without the list nobody can say whether one was removed.
  const unnamed = (id: number) =>
    phase === 'failed' ? t('unnamed', { id }) : by === 'department' ? t('removed_department') : common('tickets.removed_label');
  return [
    ...known,
    ...gone.map((id) => ({ id, name: unnamed(id) })),
    { id: 0, name: t(by === 'department' ? 'no_department' : 'no_label') },
  ];
}

function Dot({ color, colorDark }: Title) {
  return color === undefined || colorDark === undefined ? <NoLabelDot /> : <LabelDot color={color} colorDark={colorDark} />;
}

interface RowsProps {
  title: Title;
  group: Group;
  rows: readonly Ticket[];
  narrow: boolean;
  selected: string | undefined;
  focused: number | null;
  /** The row that Tab comes to. */
  stop: number | null | undefined;
}

function Rows({ title: { id, name }, group, rows, narrow, selected, focused, stop }: RowsProps) {
  const t = useTexts();
  const { t: common } = useTranslation();
  const height = narrow ? NARROW_PX : WIDE_PX;
  return (
    <>
      {rows.length === 0 ? null : (
        <div role={narrow ? 'list' : 'table'} aria-label={name} className={classes['rows']} style={{ height: rows.length * height }}>
          {rows.map((ticket, index) => (
            <Row
              key={ticket.id}
              ticket={ticket}
              narrow={narrow}
              top={index * height}
              height={height}
              isSelected={isNamed(ticket, selected)}
              isFocused={focused === ticket.id}
              isStop={stop === ticket.id}
            />
          ))}
        </div>
      )}
      {group.phase === 'ready' && rows.length === 0 && group.problem === null ? <p className={classes['note']}>{t('group_empty')}</p> : null}
      {group.problem === null ? null : (
        <p className={classes['note']} role="alert">
          {problemText(group.problem, common)}
        </p>
      )}
      {group.more || group.phase === 'loading' ? (
        <div className={classes['more']}>
          <Button
            variant="default"
            size="compact-xs"
            loading={group.phase === 'loading'}
            aria-label={group.problem === null ? t('group_more', { name }) : undefined}
            onClick={() => void loadGroup(id)}
          >
            {common(group.problem === null ? 'tickets.show_more' : 'error.retry')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The tickets by department or by label; each group opens and pages by itself. */
export function GroupedList({ by, filter, selected }: Props) {
  const t = useTexts();
  const { t: common } = useTranslation();
  const { phase, problem, counts, countMore, groups, by: shownBy, filter: shownFilter } = useGroups();
  const titles = useTitles(by);
  const late = useLate(phase === 'loading' || titles === null);
  const acting = useAltHeld();
  const phone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const narrow = selected !== undefined || phone;
  const place = useRef<HTMLDivElement>(null);
  const { held, hold } = useHeld(groups);
  const rowsOf = (id: number) => {
    const latest = groups.get(id)?.rows ?? [];
    const before = held?.get(id)?.rows;
    return before === undefined ? latest : inHeldOrder(before, latest);
  };
  const all = (titles ?? []).flatMap(({ id }) => (groups.has(id) ? rowsOf(id) : []));
  const once = [...new Map(all.map((row) => [row.id, row])).values()];
  const keys = useRowKeys(once, selected);
  useReveal(keys, place, () => place.current?.querySelector(`[data-ticket="${keys.cursor}"]`)?.scrollIntoView({ block: 'nearest' }));
  const stop = keys.at === -1 ? once[0]?.id : keys.cursor;
  const { onPointerMove, onPointerLeave } = useAim(once);
  const shows = phase === 'ready' && titles !== null;

  useEffect(() => {
    if (by === 'department') needDepartments();
    void openGroups(by, filter);
    return leaveGroups;
  }, [by, filter]);
  useLayoutEffect(() => {
    if (shows && shownBy !== null && place.current !== null) place.current.scrollTop = groupsPlace(shownBy, shownFilter);
  }, [shows, shownBy, shownFilter]);

  if (phase === 'failed' && problem !== null) {
    return <ErrorPlace problem={problem} title={t('groups_failed')} onRetry={() => void openGroups(by, filter)} compact={selected !== undefined} />;
  }
  if (phase === 'loading' || titles === null) return late ? <ListSkeleton narrow={narrow} /> : null;
  return (
    <div
      className={list['scroller']}
      ref={place}
      data-acting={acting || undefined}
      onPointerMove={(event) => {
        hold();
        onPointerMove(event);
      }}
      onPointerLeave={onPointerLeave}
      {...keys.listeners}
      onScroll={({ currentTarget }) => {
        if (shownBy !== null) keepGroupsPlace(shownBy, shownFilter, currentTarget.scrollTop);
      }}
    >
      {titles.map((title) => {
        const { id, name } = title;
        const group = groups.get(id);
        const count = counts.get(id) ?? 0;
        return (
          <section key={id} data-group={id}>
            <h2 className={classes['title']}>
              <button
                type="button"
                className={classes['head']}
                aria-expanded={group !== undefined}
                data-empty={(count === 0 && !countMore) || undefined}
                onClick={() => toggleGroup(id)}
              >
                <IconChevronRight size={14} stroke={1.5} aria-hidden className={classes['arrow']} />
                {by === 'label' ? <Dot {...title} /> : null}
                <span className={classes['name']}>{name}</span>
                <span className={classes['count']}>
                  {count}
                  {countMore ? '+' : ''}
                </span>
              </button>
            </h2>
            {group === undefined ? null : <Rows title={title} group={group} rows={rowsOf(id)} narrow={narrow} selected={selected} focused={keys.focused} stop={stop} />}
          </section>
        );
      })}
      {acting ? (
        <p className={list['hint']} role="status">
          {common('keys.window')}
        </p>
      ) : null}
    </div>
  );
}
