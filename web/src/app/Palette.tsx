import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconDeviceDesktop, IconKeyboard, IconMoodSmile, IconMoon, IconPlus, IconSearch, IconSun, IconUsers } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { openEntry } from '../entry/open';
import { openPanel, openPicker } from '../presence/open';
import { useKeyMap } from '../ui/keys';
import { useNavPlaces } from './nav';
import { openKeyMap, openSearch, takePaletteWish } from './overlays';
import classes from './Palette.module.css';
import { paths } from './paths';

/** Ctrl K: every place and every action that has a key at this moment. */
export function Palette() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const items = useNavPlaces();
  const groups = useKeyMap((state) => state.groups);
  const { setColorScheme } = useMantineColorScheme();

  // It was loaded because somebody asked for it, so it opens as soon as it is here.
  useEffect(() => {
    takePaletteWish(() => spotlight.open());
  }, []);

  const actions: SpotlightActionGroupData[] = [
    {
      group: t('palette.go'),
      actions: [
        ...items.map((item) => ({
          id: `go ${item.to}`,
          label: t(item.label),
          leftSection: <item.icon size={18} stroke={1.5} />,
          onClick: () => void navigate(item.to),
        })),
        { id: 'search', label: t('nav.search'), leftSection: <IconSearch size={18} stroke={1.5} />, rightSection: <kbd>/</kbd>, onClick: openSearch },
        ...(items.some((item) => item.to === paths.tickets)
          ? [
              {
                id: 'new ticket',
                label: t('tickets.enter'),
                leftSection: <IconPlus size={18} stroke={1.5} />,
                rightSection: <kbd>n</kbd>,
                onClick: openEntry,
              },
            ]
          : []),
      ],
    },
    ...groups
      .filter((group) => group.title !== t('palette.go') && group.title !== t('keys.everywhere'))
      .map((group) => ({
        group: group.title,
        actions: group.actions.map((action) => ({
          id: `${group.id} ${action.keys}`,
          label: action.label,
          rightSection: <kbd>{action.keys}</kbd>,
          onClick: action.run,
        })),
      })),
    {
      group: t('presence.group'),
      actions: [
        { id: 'my status', label: t('account.my_status'), leftSection: <IconMoodSmile size={18} stroke={1.5} />, onClick: openPicker },
        { id: 'online users', label: t('account.online_users'), leftSection: <IconUsers size={18} stroke={1.5} />, onClick: openPanel },
      ],
    },
    {
      group: t('account.theme'),
      actions: [
        { id: 'light', label: t('account.theme_light'), leftSection: <IconSun size={18} stroke={1.5} />, onClick: () => setColorScheme('light') },
        { id: 'dark', label: t('account.theme_dark'), leftSection: <IconMoon size={18} stroke={1.5} />, onClick: () => setColorScheme('dark') },
        { id: 'auto', label: t('account.theme_auto'), leftSection: <IconDeviceDesktop size={18} stroke={1.5} />, onClick: () => setColorScheme('auto') },
        { id: 'keys', label: t('keys.title'), leftSection: <IconKeyboard size={18} stroke={1.5} />, onClick: openKeyMap },
      ],
    },
  ];

  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound={t('palette.nothing')}
      highlightQuery
      scrollable
      maxHeight={420}
      size={560}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      yOffset="12vh"
      centered={false}
      // It has no title to be named by.
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      classNames={{ actionsGroup: classes['group'] ?? '' }}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.5} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.open'),
      }}
    />
  );
}
