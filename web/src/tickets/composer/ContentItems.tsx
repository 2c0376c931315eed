import { IconAddressBook, IconHandClick, IconMapPin, IconMessageReply, IconTemplate, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SendRules } from '../../api/types';
import { Menu } from '../../ui/Menu';
import { kindsFor, type OutKind } from './offers';

const ICONS: Record<OutKind, Icon> = {
  quick_replies: IconMessageReply,
  buttons: IconHandClick,
  location: IconMapPin,
  contact: IconAddressBook,
  template: IconTemplate,
};

export interface ContentItemsProps {
  rules: SendRules;
  onPick: (kind: OutKind) => void;
}

/** What can be sent besides text and files: first what the channel has, then what becomes words. */
export function ContentItems({ rules, onPick }: ContentItemsProps) {
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
    <>
      {offered.map(item)}
      {offered.length > 0 && asWords.length > 0 ? <Menu.Divider /> : null}
      {asWords.length > 0 ? <Menu.Label>{t('composer.as_words_group')}</Menu.Label> : null}
      {asWords.map(item)}
    </>
  );
}
