import { Tooltip } from '../ui/Tooltip';
import classes from './livechat.module.css';
import { pageName } from './model';
import { useTexts } from './texts';

interface Props {
  /** Empty where the visitor came by a link and not from a site. */
  url: string;
  title: string;
}

/** The page of the site on which a visitor opened the widget, by its title, with the address as its hint. */
export function SitePage({ url, title }: Props) {
  const { t } = useTexts();
  const page = pageName(url, title);
  if (page === '') return null;
  return (
    <Tooltip label={url}>
      <a className={classes['sitePage']} href={url} target="_blank" rel="noopener noreferrer" aria-label={t('page', { page })}>
        {page}
      </a>
    </Tooltip>
  );
}

/** Verified identity: the site's server signed who the visitor is. */
export function Verified() {
  const { t } = useTexts();
  return (
    <Tooltip label={t('verified_hint')}>
      <span className={`${classes['tag'] ?? ''} ${classes['verified'] ?? ''}`}>{t('verified')}</span>
    </Tooltip>
  );
}
