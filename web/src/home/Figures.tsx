import { Skeleton } from '@mantine/core';
import { Link } from 'react-router';
import { useLate } from '../ui/useLate';
import classes from './Figures.module.css';
import { useTexts } from './texts';

/** A number of the desk, and the list of what it counts. */
export interface Figure {
  name: 'open' | 'pending' | 'unread' | 'livechat';
  to: string;
  /** As it is shown; undefined while it is not known. */
  count: string | undefined;
}

/** What the desk has of each. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const { t } = useTexts();
  const late = useLate(figures.some(({ count }) => count === undefined));
  return (
    <nav className={classes['figures']} aria-label={t('figures')}>
      {figures.map(({ name, to, count }) => (
        <Link key={name} to={to} className={classes['figure']} data-some={(count !== undefined && count !== '0') || undefined}>
          <span className={classes['label']}>{t(`figure.${name}`)}</span>
          <span className={classes['count']}>{count ?? (late ? <Skeleton height={18} width={28} radius="sm" /> : '\u00a0')}</span>
        </Link>
      ))}
    </nav>
  );
}
