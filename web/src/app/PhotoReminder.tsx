import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../session/store';
import { Menu } from '../ui/Menu';
import { openSettings } from './settings/open';

const COOKIE = 'avatar_reminder';
const YEAR_S = 365 * 24 * 60 * 60;

function isOff(): boolean {
  return document.cookie.split(';').some((pair) => pair.trim() === `${COOKIE}=off`);
}

/** Reminds whoever has no photo of it, until they say no; that is kept for a year. */
export function PhotoReminder() {
  const { t } = useTranslation();
  const me = useMe();
  const [off, setOff] = useState(isOff);
  if (me.photo !== '' || off) return null;

  function dismiss(): void {
    document.cookie = `${COOKIE}=off; Max-Age=${YEAR_S}; Path=/; SameSite=Lax`;
    setOff(true);
  }

  return (
    <>
      <Menu.Item leftSection={<IconPhotoPlus size={16} stroke={1.5} />} onClick={() => openSettings('profile')}>
        {t('account.add_photo')}
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} leftSection={<IconX size={16} stroke={1.5} />} onClick={dismiss}>
        {t('account.no_photo')}
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}
