import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMe } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { CALLS_PATH, DEFAULT_STATUS, OMNICHANNEL_PATH, summaryPath } from './model';
import classes from './reports.module.css';
import { useTexts } from './texts';

export function NoPermission() {
  const { t } = useTexts();
  return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
}

/** The reports, with what an account needs for them. */
const PAGES = {
  summary: { path: summaryPath('ticket', DEFAULT_STATUS), feature: 'report' },
  omnichannel: { path: OMNICHANNEL_PATH, feature: 'report' },
  calls: { path: CALLS_PATH, feature: 'call' },
} as const;

interface Props {
  page: keyof typeof PAGES;
  /** What else stands beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** What is around each report: its title, the way to the others, and who may see it. */
export function ReportFrame({ page, aside, children }: Props) {
  const { t } = useTexts();
  const me = useMe();
  if (!me.isAdmin && !me.permissions.view_report) return <NoPermission />;
  const names = { summary: t('summary.title'), omnichannel: t('omnichannel.page'), calls: t('calls.title') };
  // An account with telephones alone would be sent home from the others.
  const pages = Object.entries(PAGES).filter(([, { feature }]) => me.features.includes(feature));
  return (
    <div className={classes['room']}>
      <div className={classes['inner']}>
        <header className={classes['top']}>
          <h1>{t(`${page}.title`)}</h1>
          {aside === undefined ? null : <div className={classes['aside']}>{aside}</div>}
          <nav aria-label={t('pages')} className={classes['pages']}>
            {pages.map(([name, { path }]) => (
              <Link key={name} to={path} aria-current={name === page ? 'page' : undefined}>
                {names[name as keyof typeof PAGES]}
              </Link>
            ))}
          </nav>
        </header>
        {children}
      </div>
    </div>
  );
}
