import { IconLock } from '@tabler/icons-react';
import { useTexts } from '../texts';
import classes from './ModeTabs.module.css';

/** The ids of the tabs and of what they show. */
export const MODE_PANEL = 'composer-panel';

export function tabId(note: boolean): string {
  return note ? 'composer-note' : 'composer-reply';
}

interface Props {
  note: boolean;
  /** A note was begun, which the other tab does not show. */
  begun: boolean;
  /** `focus`: whoever chose it wants to write. */
  onPick: (note: boolean, focus: boolean) => void;
}

/** Whom it is for: the customer, or the team. */
export function ModeTabs({ note, begun, onPick }: Props) {
  const { t } = useTexts();
  return (
    <div
      role="tablist"
      aria-label={t('mode.label')}
      className={classes['tabs']}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
        onPick(!note, false);
        document.getElementById(tabId(!note))?.focus();
      }}
    >
      {[false, true].map((own) => (
        <button
          key={tabId(own)}
          id={tabId(own)}
          type="button"
          role="tab"
          aria-selected={own === note}
          aria-controls={MODE_PANEL}
          tabIndex={own === note ? 0 : -1}
          data-note={own || undefined}
          onClick={() => onPick(own, true)}
        >
          {own ? <IconLock size={13} stroke={1.75} aria-hidden /> : null}
          {t(own ? 'mode.note' : 'mode.reply')}
          {own && begun && !note ? <span className={classes['begun']} role="img" aria-label={t('mode.begun')} /> : null}
        </button>
      ))}
    </div>
  );
}
