import { IconAddressBook, IconExternalLink, IconHandClick, IconMapPin, IconPuzzle, IconTemplate } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContactCard, Content, Place } from '../../api/content';
import { mapLink } from '../contents';
import classes from './Contents.module.css';

function Card({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['card']}>
      <span className={classes['icon']} aria-hidden>
        {icon}
      </span>
      <div className={classes['words']}>{children}</div>
    </div>
  );
}

function Location({ place }: { place: Place }) {
  const { t } = useTranslation();
  return (
    <Card icon={<IconMapPin size={18} stroke={1.5} />}>
      <strong>{place.name || t('content.location')}</strong>
      {place.address ? <span>{place.address}</span> : null}
      <a href={mapLink(place)} target="_blank" rel="noopener noreferrer">
        {place.latitude.toFixed(5)}, {place.longitude.toFixed(5)} <IconExternalLink size={13} stroke={1.5} aria-hidden />
        <span className="pb-unseen"> {t('content.map')}</span>
      </a>
    </Card>
  );
}

function Person({ card }: { card: ContactCard }) {
  return (
    <Card icon={<IconAddressBook size={18} stroke={1.5} />}>
      <strong>{card.name}</strong>
      {card.organisation ? <span>{card.organisation}</span> : null}
      {card.phones?.map((phone) => (
        <a key={phone} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          {phone}
        </a>
      ))}
      {card.emails?.map((mail) => (
        <a key={mail} href={`mailto:${mail}`}>
          {mail}
        </a>
      ))}
    </Card>
  );
}

function Choices({ label, titles }: { label: string; titles: readonly string[] }) {
  return (
    <ul className={classes['choices']} aria-label={label}>
      {titles.map((title, at) => (
        <li key={`${at} ${title}`}>{title}</li>
      ))}
    </ul>
  );
}

function One({ content }: { content: Content }) {
  const { t } = useTranslation();
  switch (content.kind) {
    case 'location':
      return <Location place={content} />;
    case 'contact':
      return <Person card={content} />;
    case 'choice':
      return (
        <p className={classes['choice']}>
          <IconHandClick size={16} stroke={1.5} role="img" aria-label={t('content.choice')} />
          <strong>{content.title}</strong>
        </p>
      );
    case 'quick_replies':
    case 'buttons':
      return <Choices label={t(`content.${content.kind}`)} titles={content.items.map((item) => item.title)} />;
    case 'template':
      return (
        <Card icon={<IconTemplate size={18} stroke={1.5} />}>
          <strong>{content.name}</strong>
          <span>
            {t('content.template')} · {content.language}
          </span>
          {content.parameters?.map(([placeholder, value]) => (
            <span key={placeholder}>
              {placeholder}: {value}
            </span>
          ))}
        </Card>
      );
    case 'custom':
      return (
        <Card icon={<IconPuzzle size={18} stroke={1.5} />}>
          <strong>{content.type}</strong>
          <span>{t('content.custom')}</span>
        </Card>
      );
  }
}

/** Places, cards, choices and templates of a message, each as what it is. */
export function Contents({ contents }: { contents: readonly Content[] }) {
  return (
    <div className={classes['contents']}>
      {contents.map((content, at) => (
        <One key={`${at} ${content.kind}`} content={content} />
      ))}
    </div>
  );
}
