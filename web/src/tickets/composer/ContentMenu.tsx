import { ActionIcon } from '@mantine/core';
import { IconAddressBook, IconHandClick, IconMapPin, IconMessageReply, IconPlus, IconTemplate, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SendRules } from '../../api/types';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { kindsFor, type OutKind } from './offers';

const ICONS: Record<OutKind, Icon> = {
  quick_replies: IconMessageReply,
  buttons: IconHandClick,
  location: IconMapPin,
  contact: IconAddressBook,
  template: IconTemplate,
};

interface Props {
  rules: SendRules;
  onPick: (kind: OutKind) => void;
}

/** What can be sent besides text and files: first what the channel has, then what becomes words. */
export function ContentMenu({ rules, onPick }: Props) {
  const { t } = useTranslation();
  const { offered, asWords } = kindsFor(rules);
  const item = (kind: OutKind) => {
    const KindIcon = ICONS[kind];
    return (
      <Menu.Item key={kind} leftSection={<KindIcon size={16} stroke={1.5} />} onClick={() => onPick(kind)}>
        {t('composer.content_menu', { name: t(`content.${kind}`) })}
      </Menu.Item>
    );
  };
  return (
    <Menu position="top-start" width={230}>
      <Menu.Target>
        <Tooltip label={t('composer.add_content')}>
          <ActionIcon aria-label={t('composer.add_content')}>
            <IconPlus size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(item)}
        {offered.length > 0 && asWords.length > 0 ? <Menu.Divider /> : null}
        {asWords.length > 0 ? <Menu.Label>{t('composer.as_words_group')}</Menu.Label> : null}
        {asWords.map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
