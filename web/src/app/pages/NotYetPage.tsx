import { Button } from '@mantine/core';
import { IconHammer, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useMe } from '../../session/store';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { entryAt } from '../menu';
import { paths } from '../paths';
import { Redirect } from '../Redirect';
import { maySee, sectionOf } from '../settings/sections';
import { useTexts } from '../texts';

/** Sections of the settings that hold for now what an address is to show, for whoever may see them. */
const KEPT_IN: Readonly<Record<string, string>> = { '/forms': 'ticket-forms' };

/** An address the workspace reserves for a screen it does not have yet. */
export function Screen() {
  const { t: common } = useTranslation();
  const { t } = useTexts();
  const me = useMe();
  const { pathname } = useLocation();
  const entry = entryAt(pathname);
  const section = sectionOf(KEPT_IN[pathname.replace(/\/+$/, '')] ?? '');
  if (section !== undefined && maySee(section, me)) return <Redirect to={`${paths.settings}/${section.id}`} />;
  const home = (
    <Button variant="default" size="xs" component={Link} to="/">
      {common('not_found.home')}
    </Button>
  );
  if (entry !== undefined && !entry.allows(me)) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('not_yet.refused')} text={t('not_yet.ask')} action={home} />;
  }
  return (
    <EmptyPlace
      icon={<IconHammer size={20} stroke={1.5} />}
      title={entry === undefined ? t('not_yet.somewhere') : t('not_yet.title', { name: common(entry.label) })}
      text={t('not_yet.text')}
      action={home}
    />
  );
}
