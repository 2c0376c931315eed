import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useMediaQuery } from '@mantine/hooks';
import { useKeys } from '../../ui/keys';
import { useAltHeld } from '../../ui/useAltHeld';
import { isNamed } from '../model';
import { openPopup } from '../popup';
import { Row } from './Row';
import classes from './Rows.module.css';
import { useTicketList } from './store';
import { useHeldOrder } from './useHeldOrder';

interface Props {
  selected: string | undefined;
  /** What follows the rows: Show More, a failure. */
  children: ReactNode;
}

const WIDE_PX = 45;
const NARROW_PX = 73;
/** The column titles stay on top of the rows. */
const HEAD_PX = 32;

/** Virtual rows, moved through with j and k. The place is kept when the table becomes the list. */
export function Rows({ selected, children }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const phone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false });
  const narrow = selected !== undefined || phone;
  const scroller = useRef<HTMLDivElement>(null);
  const latest = useTicketList((state) => state.rows);
  const { rows, hold } = useHeldOrder(latest);
  const [cursor, setCursor] = useState<number | null>(null);
  // The frame around the row is for the keyboard; a click does not need it.
  const [keyed, setKeyed] = useState(false);
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

  // An opened ticket becomes the place the keys go on from.
  const [lastSelected, setLastSelected] = useState<string | undefined>(undefined);
  if (selected !== lastSelected) {
    setLastSelected(selected);
    const row = rows.find((candidate) => isNamed(candidate, selected));
    if (row !== undefined) setCursor(row.id);
  }

  const at = rows.findIndex((row) => row.id === cursor);
  function move(step: number) {
    const next = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step));
    const row = rows[next];
    if (row === undefined) return;
    setCursor(row.id);
    setKeyed(true);
    virtual.scrollToIndex(next);
  }
  function open() {
    const row = rows[at];
    if (row !== undefined) void navigate(`/ticket/${row.ticket_number}${search}`);
  }
  function openWindow() {
    const row = rows[at];
    if (row !== undefined) openPopup(row.ticket_number);
  }
  useKeys(t('keys.list'), [
    { keys: 'j', label: t('keys.next'), run: () => move(1) },
    { keys: 'k', label: t('keys.previous'), run: () => move(-1) },
    { keys: 'Enter', label: t('keys.open'), run: open },
    { keys: 'o', label: t('keys.window'), run: openWindow },
  ]);

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
    <div ref={scroller} className={classes['scroller']} data-acting={acting || undefined} onPointerMove={hold} onPointerDown={() => setKeyed(false)}>
      <div role={narrow ? 'list' : 'table'} aria-label={t('nav.tickets')} aria-rowcount={narrow ? undefined : rows.length + 1}>
        {narrow ? null : (
          <div className={classes['columns']} role="row">
            <span role="columnheader" className={classes['number']}>
              #
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
                isFocused={keyed && cursor === ticket.id}
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
