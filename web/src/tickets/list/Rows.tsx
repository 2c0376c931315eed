import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMediaQuery } from '@mantine/hooks';
import type { Ticket } from '../../api/types';
import { Answering } from '../../session/Answering';
import { useAltHeld } from '../../ui/useAltHeld';
import { isNamed } from '../model';
import { choose, useSelection } from './selection';
import { keepPlace, placeOf } from './kept';
import { Row } from './Row';
import classes from './Rows.module.css';
import { useTicketList } from './store';
import { Tick } from './Tick';
import { useAim } from './useAim';
import { useHeldOrder } from './useHeldOrder';
import { useReveal, useRowKeys } from './useRowKeys';

interface Props {
  /** The key of the list: each has a place of its own, to which it is scrolled when it shows again. */
  list: string;
  selected: string | undefined;
  /** What follows the rows: Show More, a failure. */
  children: ReactNode;
}

const WIDE_PX = 45;
const NARROW_PX = 73;
/** The column titles stay on top of the rows. */
const HEAD_PX = 32;
/** Rows drawn above and below what is seen, so that a turn of the wheel meets no gap. */
const OVERSCAN = 8;

/** Chooses all rows that are loaded, or none of them. */
function PickAll({ rows }: { rows: readonly Ticket[] }) {
  const { t } = useTranslation();
  const chosen = useSelection((state) => state.chosen);
  const all = rows.every(({ id }) => chosen.has(id));
  return (
    <Tick
      label={t('tickets.pick_all')}
      checked={all}
      partly={!all && chosen.size > 0}
      onChange={() => choose(all ? [] : rows.map(({ id }) => id))}
    />
  );
}

/** Virtual rows, moved through with j and k. The place is kept when the table becomes the list. */
export function Rows({ list, selected, children }: Props) {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const narrow = selected !== undefined || phone;
  const latest = useTicketList((state) => state.rows);
  const { rows, hold } = useHeldOrder(latest);
  const acting = useAltHeld();
  const height = narrow ? NARROW_PX : WIDE_PX;

  const head = narrow ? 0 : HEAD_PX;

  const scroller = useRef<HTMLDivElement>(null);
  const [start] = useState(() => placeOf(list));
  /** How many rows are above what is seen: what is on top stays there where their height changes. */
  const above = useRef(start);
  const keys = useRowKeys(rows, selected);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    // What has the focus would lose it where it is scrolled out of sight and drawn no more.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return keys.at === -1 || shown.includes(keys.at) ? shown : [...shown, keys.at].sort((one, other) => one - other);
    },
    scrollMargin: head,
    scrollPaddingStart: head,
    initialOffset: start * height,
    // Before anything is measured, the rows have the window at most.
    initialRect: { width: 0, height: window.innerHeight },
  });
  const laidOut = useRef(height);
  useLayoutEffect(() => {
    if (laidOut.current === height) return;
    laidOut.current = height;
    virtual.measure();
    virtual.scrollToOffset(above.current * height);
  }, [height, virtual]);

  useReveal(keys, scroller, (at) => virtual.scrollToIndex(at));
  const { onPointerMove, onPointerLeave } = useAim(rows);
  const items = virtual.getVirtualItems();
  const stop = keys.at === -1 ? rows[virtual.range?.startIndex ?? 0]?.id : keys.cursor;

  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      data-acting={acting || undefined}
      onPointerMove={(event) => {
        hold();
        onPointerMove(event);
      }}
      onPointerLeave={onPointerLeave}
      {...keys.listeners}
      onScroll={({ currentTarget }) => {
        above.current = currentTarget.scrollTop / height;
        keepPlace(list, above.current);
      }}
    >
      <div role={narrow ? 'list' : 'table'} aria-label={t('nav.tickets')} aria-rowcount={narrow ? undefined : rows.length + 1}>
        {narrow ? null : (
          <div className={classes['columns']} role="row">
            <span role="columnheader" className={classes['number']}>
              <Answering>
                <PickAll rows={rows} />
              </Answering>
              #
            </span>
            <span role="columnheader">{t('tickets.title')}</span>
            <span role="columnheader">{t('tickets.received')}</span>
            <span role="columnheader">{t('tickets.updated')}</span>
          </div>
        )}
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {items.map(({ index, start: top }) => {
            const ticket = rows[index];
            return ticket === undefined ? null : (
              <Row
                key={ticket.id}
                ticket={ticket}
                narrow={narrow}
                top={top - head}
                height={height}
                isSelected={isNamed(ticket, selected)}
                isFocused={keys.focused === ticket.id}
                isStop={stop === ticket.id}
              />
            );
          })}
        </div>
      </div>
      {children}
      {acting ? (
        <p className={classes['hint']} role="status">
          {t('keys.window')}
        </p>
      ) : null}
    </div>
  );
}
