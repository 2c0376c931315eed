import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, NavLink } from 'react-router';
import { ROOM, supportPath, languageOf } from '../model';
import { useTexts } from '../texts';
import classes from './manage.module.css';

const PLACES = [
  ['', 'articles'],
  ['/categories', 'categories'],
  ['/gaps', 'gaps'],
] as const;

/** The name of the room, its three places, and the way to a new article. */
export function RoomHead() {
  const { t, language } = useTexts();
  return (
    <header className={classes['head']}>
      <div className={classes['names']}>
        <h1 className={classes['title']}>{t('room')}</h1>
        <Button variant="subtle" size="xs" component={Link} to={supportPath('kb', languageOf(language))}>
          {t('as_readers')}
        </Button>
        <Button size="xs" component={Link} to={`${ROOM}/new`} leftSection={<IconPlus size={14} stroke={1.5} />}>
          {t('new')}
        </Button>
      </div>
      <nav className={classes['places']} aria-label={t('places')}>
        {PLACES.map(([path, name]) => (
          <NavLink key={name} to={ROOM + path} end className={classes['place']}>
            {t(`place.${name}`)}
          </NavLink>
        ))}
      </nav>
    </header>
  );
}
