import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Ticket } from '../../api/types';
import { useAltHeld } from '../../ui/useAltHeld';
import { isNamed } from '../model';
import { choose, useSelection } from './bulk';
import { Row } from './Row';
import classes from './Rows.module.css';
import { useTicketList } from './store';
import { useHeldOrder } from './useHeldOrder';
import { useRowKeys } from './useRowKeys';

interface Props {
  selected: string | undefined;
  /** What follows the rows: Show More, a failure. */
  children: ReactNode;
}

const WIDE_PX = 45;
const NARROW_PX = 73;
/** The column titles stay on top of the rows. */
const HEAD_PX = 32;

/** Chooses all rows that are loaded, or none of them. */
function PickAll({ rows }: { rows: readonly Ticket[] }) {
  const { t } = useTranslation();
  const chosen = useSelection((state) => state.chosen);
  const all = rows.every(({ id }) => chosen.has(id));
  return (
    <Checkbox
      size="xs"
      aria-label={t('tickets.pick_all')}
      checked={all}
      indeterminate={!all && chosen.size > 0}
      onChange={() => choose(all ? [] : rows.map(({ id }) => id))}
    />
  );
}

/** Virtual rows, moved through with j and k. The place is kept when the table becomes the list. */
export function Rows({ selected, children }: Props) {
  const { t } = useTranslation();
  const phone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const narrow = selected !== undefined || phone;
  const scroller = useRef<HTMLDivElement>(null);
  const latest = useTicketList((state) => state.rows);
  const { rows, hold } = useHeldOrder(latest);
  const acting = useAltHeld();
  const height = narrow ? NARROW_PX : WIDE_PX;
  const head = narrow ? 0 : HEAD_PX;

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    scrollMargin: head,
    scrollPaddingStart: head,
  });

  const firstSeen = useRef(0);
  useLayoutEffect(() => {
    virtual.measure();
    virtual.scrollToIndex(firstSeen.current, { align: 'start' });
  }, [narrow, virtual]);

  const { focused, letGo } = useRowKeys(rows, selected, (at) => virtual.scrollToIndex(at));

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const remember = () => {
      firstSeen.current = Math.floor(element.scrollTop / height);
    };
    element.addEventListener('scroll', remember, { passive: true });
    return () => element.removeEventListener('scroll', remember);
  }, [height]);

  return (
    <div ref={scroller} className={classes['scroller']} data-acting={acting || undefined} onPointerMove={hold} onPointerDown={letGo}>
      <div role={narrow ? 'list' : 'table'} aria-label={t('nav.tickets')} aria-rowcount={narrow ? undefined : rows.length + 1}>
        {narrow ? null : (
          <div className={classes['columns']} role="row">
            <span role="columnheader" className={classes['number']}>
              <PickAll rows={rows} />#
            </span>
            <span role="columnheader">{t('tickets.title')}</span>
            <span role="columnheader">{t('tickets.received')}</span>
            <span role="columnheader">{t('tickets.updated')}</span>
          </div>
        )}
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const ticket = rows[item.index];
            return ticket === undefined ? null : (
              <Row
                key={ticket.id}
                ticket={ticket}
                narrow={narrow}
                top={item.start - head}
                height={height}
                isSelected={isNamed(ticket, selected)}
                isFocused={focused === ticket.id}
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
