import { CloseButton } from '@mantine/core';
import { IconAddressBook, IconHandClick, IconMapPin, IconTemplate, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OutContent } from '../../api/content';
import type { SendRules } from '../../api/types';
import classes from './Composer.module.css';
import { isOffered, titleOf } from './offers';

const ICONS: Record<OutContent['kind'], Icon> = {
  location: IconMapPin,
  contact: IconAddressBook,
  quick_replies: IconHandClick,
  buttons: IconHandClick,
  template: IconTemplate,
};

interface Props {
  contents: readonly OutContent[];
  rules: SendRules;
  onDrop: (content: OutContent) => void;
  onEdit: (content: OutContent) => void;
}

/** What goes with the text; where the channel has no such thing, it says that words are sent. */
export function ContentChips({ contents, rules, onDrop, onEdit }: Props) {
  const { t } = useTranslation();
  if (contents.length === 0) return null;
  return (
    <ul className={classes['contents']} aria-label={t('composer.contents')}>
      {contents.map((content) => {
        const ContentIcon = ICONS[content.kind];
        const title = titleOf(content);
        return (
          <li key={content.kind}>
            <ContentIcon size={16} stroke={1.5} aria-hidden />
            <button type="button" onClick={() => onEdit(content)}>
              <strong>{t(`content.${content.kind}`)}</strong> {title}
            </button>
            {isOffered(content.kind, rules) ? null : <span className={classes['asWords']}>{t('composer.as_words')}</span>}
            <CloseButton size="xs" onClick={() => onDrop(content)} aria-label={t('composer.remove_content', { name: t(`content.${content.kind}`) })} />
          </li>
        );
      })}
    </ul>
  );
}
