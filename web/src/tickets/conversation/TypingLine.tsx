import { useTranslation } from 'react-i18next';
import { useTyping } from '../typing';
import classes from './TypingLine.module.css';

const NOBODY: ReadonlyMap<string, string> = new Map();

/** Keeps its height, so that nothing moves when somebody starts to type. */
export function TypingLine({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation();
  const people = useTyping((state) => state.byTicket.get(ticketId) ?? NOBODY);
  const names = [...people.values()];
  return (
    <div className={classes['line']} role="status" aria-live="polite">
      {names.length === 0 ? null : (
        <>
          <span className={classes['dots']} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {t('conversation.typing', { names: names.join(', '), count: names.length })}
        </>
      )}
    </div>
  );
}
