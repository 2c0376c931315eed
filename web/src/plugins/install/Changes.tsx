import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { Difference } from '../model';
import { changeLine } from '../permissions';
import classes from '../plugins.module.css';
import { useTexts } from '../texts';

/** What an update asks for besides, and what it gives back. Signs say it as well as colours. */
export function Changes({ difference, title }: { difference: Difference; title: (setting: string) => string }) {
  const { t } = useTexts();
  const { added, removed } = difference;
  const words = (line: string) => {
    const { key, values } = changeLine(line, title);
    return t(key, { ...values });
  };
  return (
    <section className={classes['changes']} aria-label={t('sheet.changes')} data-more={added.length > 0 || undefined}>
      <h3>{t(added.length > 0 ? 'sheet.changes_more' : removed.length > 0 ? 'sheet.changes_less' : 'sheet.changes_none')}</h3>
      {added.length + removed.length === 0 ? null : (
        <ul>
          {added.map((line) => (
            <li key={`+${line}`} data-kind="added">
              <IconPlus size={15} stroke={2} role="img" aria-label={t('sheet.added')} />
              <span>{words(line)}</span>
            </li>
          ))}
          {removed.map((line) => (
            <li key={`-${line}`} data-kind="removed">
              <IconMinus size={15} stroke={2} role="img" aria-label={t('sheet.removed')} />
              <span>{words(line)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
