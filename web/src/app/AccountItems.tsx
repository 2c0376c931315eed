import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import {
  IconArrowUpCircle,
  IconCheck,
  IconDeviceDesktop,
  IconInfoCircle,
  IconKeyboard,
  IconLogout,
  IconMoodSmile,
  IconMoon,
  IconPlugConnected,
  IconPlugConnectedX,
  IconSettings,
  IconSun,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../actions/KeyHint';
import { useProduct } from '../api/variant';
import { LANGUAGES, setLanguage } from '../i18n/i18n';
import { openPanel, openPicker } from '../presence/open';
import { realtime, useConnection } from '../realtime/connection';
import { useMe } from '../session/store';
import { Menu } from '../ui/Menu';
import classes from './AccountMenu.module.css';
import { askLogOut } from './askLogOut';
import { openAbout, openKeyMap, openUpgrade } from './overlays';
import { PhotoReminder } from './PhotoReminder';
import { openSettings } from './settings/open';
import { VERSION } from './version';

const SCHEMES: { value: MantineColorScheme; icon: Icon }[] = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
];

function Chosen({ on }: { on: boolean }) {
  return on ? <IconCheck size={16} stroke={1.5} /> : null;
}

/** The entries of the account's menu. */
export function AccountItems({ status }: { status: string }) {
  const { t, i18n } = useTranslation();
  const me = useMe();
  const product = useProduct();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const connected = useConnection((state) => state.phase === 'live');
  return (
    <>
      <div className={classes['who']}>
        <strong>{me.name}</strong>
        <span>
          {me.username} · {t(me.isAdmin ? 'login.admin' : 'login.agent')}
        </span>
        <span>
          {product} {VERSION}
        </span>
      </div>
      <Menu.Divider />
      <PhotoReminder />
      <Menu.Item
        leftSection={<IconMoodSmile size={16} stroke={1.5} />}
        rightSection={<span className={classes['version']}>{status}</span>}
        onClick={openPicker}
      >
        {t('account.my_status')}
      </Menu.Item>
      <Menu.Item leftSection={<IconUsers size={16} stroke={1.5} />} rightSection={<KeyHint of="desk.online" />} onClick={openPanel}>
        {t('account.online_users')}
      </Menu.Item>
      <Menu.Item leftSection={<IconSettings size={16} stroke={1.5} />} rightSection={<KeyHint of="desk.settings" />} onClick={() => openSettings()}>
        {t('account.settings')}
      </Menu.Item>
      <Menu.Label>{t('account.theme')}</Menu.Label>
      {SCHEMES.map(({ value, icon: SchemeIcon }) => (
        <Menu.Item
          key={value}
          closeMenuOnClick={false}
          leftSection={<SchemeIcon size={16} stroke={1.5} />}
          rightSection={<Chosen on={colorScheme === value} />}
          onClick={() => setColorScheme(value)}
        >
          {t(`account.theme_${value}`)}
        </Menu.Item>
      ))}
      <Menu.Label>{t('account.language')}</Menu.Label>
      {LANGUAGES.map((language) => (
        <Menu.Item
          key={language.code}
          closeMenuOnClick={false}
          lang={language.code}
          rightSection={<Chosen on={i18n.resolvedLanguage === language.code} />}
          onClick={() => void setLanguage(language.code)}
        >
          {language.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.5} />} rightSection={<KeyHint of="desk.keys" />} onClick={openKeyMap}>
        {t('keys.title')}
      </Menu.Item>
      <Menu.Item
        leftSection={connected ? <IconPlugConnectedX size={16} stroke={1.5} /> : <IconPlugConnected size={16} stroke={1.5} />}
        onClick={() => (connected ? realtime.stop('off') : realtime.start())}
      >
        {t(connected ? 'account.disconnect' : 'account.connect')}
      </Menu.Item>
      <Menu.Item leftSection={<IconInfoCircle size={16} stroke={1.5} />} rightSection={<KeyHint of="desk.about" />} onClick={openAbout}>
        {t('account.about')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowUpCircle size={16} stroke={1.5} />} rightSection={<KeyHint of="desk.upgrade" />} onClick={() => openUpgrade()}>
        {t('account.upgrade')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.5} />} rightSection={<KeyHint of="desk.log_out" />} onClick={askLogOut}>
        {t('account.log_out')}
      </Menu.Item>
    </>
  );
}
