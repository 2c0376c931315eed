import { Avatar, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { OwnFace, useOwnStatus } from '../presence/OwnFace';
import { useMe } from '../session/store';
import { lazyPart } from './lazyScreen';
import { Menu } from '../ui/Menu';
import classes from './AccountMenu.module.css';
import { parts } from './parts';

const AccountItems = lazyPart(parts.accountItems);

/** Whoever is logged in, and the menu of what is theirs. */
export function AccountMenu({ wide }: { wide: boolean }) {
  const { t } = useTranslation();
  const me = useMe();
  const { code, alternate } = useOwnStatus();
  const status = alternate || t(`presence.${code}`, { defaultValue: code });
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  return (
    <Menu position={phone ? 'top-end' : 'right-end'} width={248} withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes['target']}>
          <span className="pb-unseen">
            {t('account.menu', { name: me.name })}, {status}
          </span>
          <OwnFace>
            <Avatar aria-hidden src={me.photo === '' ? null : me.photo} name={me.name} size={28} radius="xl" color="gray" />
          </OwnFace>
          {wide ? <span aria-hidden className={classes['name']}>{me.name}</span> : null}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <AccountItems status={status} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
