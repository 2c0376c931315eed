import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import type { Ticket } from '../../api/types';
import { useKeys } from '../../ui/keys';
import { useView } from '../../ui/useView';
import { addressNow } from '../address';
import { isNamed } from '../model';
import { openTicketPopup } from '../popup';
import { toggleChosen } from './bulk';

/** Rows are moved through with j and k, opened and chosen. `reveal` brings the row at a place into view. */
export function useRowKeys(rows: readonly Ticket[], selected: string | undefined, reveal: (at: number, row: Ticket) => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const view = useView();
  const [cursor, setCursor] = useState<number | null>(null);
  // The frame around the row is for the keyboard; a click does not need it.
  const [keyed, setKeyed] = useState(false);

  // An opened ticket becomes the place the keys go on from.
  const [lastSelected, setLastSelected] = useState<string | undefined>(undefined);
  if (selected !== lastSelected) {
    setLastSelected(selected);
    const row = rows.find((candidate) => isNamed(candidate, selected));
    if (row !== undefined) setCursor(row.id);
  }

  const at = rows.findIndex((row) => row.id === cursor);
  const row = rows[at];
  function move(step: number): void {
    const next = at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step));
    const target = rows[next];
    if (target === undefined) return;
    setCursor(target.id);
    setKeyed(true);
    reveal(next, target);
  }
  useKeys(t('keys.list'), [
    { keys: 'j', label: t('keys.next'), run: () => move(1) },
    { keys: 'k', label: t('keys.previous'), run: () => move(-1) },
    { keys: 'Enter', label: t('keys.open'), run: () => row !== undefined && void navigate(view(`${addressNow(row)}${search}`)) },
    { keys: 'x', label: t('keys.pick'), run: () => row !== undefined && toggleChosen(row.id) },
    { keys: 'o', label: t('keys.window'), run: () => row !== undefined && openTicketPopup(row) },
  ]);
  return { focused: keyed ? cursor : null, letGo: () => setKeyed(false) };
}
