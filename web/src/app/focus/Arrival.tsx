import { useEffect, useEffectEvent, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { sectionAt } from '../../ui/settingsAddress';
import { entryAt } from '../menu';
import { useOpenedName } from '../opened';
import classes from '../Shell.module.css';
import { useTexts } from '../texts';
import { awaitHeading, moveFocus } from './arrival';
import { goToRegion } from './regions';

/** A conversation among others, by its number. */
const CONVERSATION = /\/(?:ticket|call|livechat)\/(\d+)$/;
/** A place with a list, and nothing open beside it. */
const LIST = /^\/(?:ticket|livechat|contacts)(?:\/|$)/;

/** What is open, as the title says it. */
function useName(pathname: string, section: string | undefined): (heading: HTMLElement) => string {
  const { t } = useTranslation();
  return (heading) => {
    const words = heading.textContent.trim();
    if (section !== undefined) return `${t('account.settings')}: ${words}`;
    const entry = entryAt(pathname);
    // The heading of a list counts its rows, and home greets.
    if (entry?.to === pathname) return t(entry.label);
    const number = CONVERSATION.exec(pathname)?.[1];
    return number === undefined ? words : `#${number} ${words}`;
  };
}

/** Past the navigation and the list, or to the rows of it. */
function SecondSkip({ pathname }: { pathname: string }) {
  const { t } = useTexts();
  const to = CONVERSATION.test(pathname) ? 'conversation' : LIST.test(pathname) ? 'list' : null;
  if (to === null) return null;
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    if (!goToRegion(to)) document.getElementById('screen')?.focus();
  };
  return (
    <a href="#screen" className={classes['skip']} onClick={skip}>
      {t(`skip.${to}`)}
    </a>
  );
}

/**
 * After each change of address: the title says what is open, and the focus goes there. Where it does not, a polite
 * region says it; a heading that takes the focus is read by that, and nothing is said twice.
 */
export function Arrival({ skips = false }: { skips?: boolean }) {
  const location = useLocation();
  const { pathname } = location;
  const section = sectionAt(location);
  const nameOf = useName(pathname, section);
  const [told, setTold] = useState('');
  const before = useRef<string | null>(null);

  const name = useEffectEvent((heading: HTMLElement) => useOpenedName.setState({ name: nameOf(heading) }));
  const arrive = useEffectEvent((heading: HTMLElement, from: string | null) => {
    name(heading);
    // The first screen of a page is read by its title, and windows are by theirs.
    if (from === null || from === pathname) return;
    setTold(moveFocus(heading, from) ? '' : nameOf(heading));
  });
  useEffect(() => {
    const from = before.current;
    before.current = pathname;
    let observer: MutationObserver | null = null;
    const end = awaitHeading(section !== undefined, (heading) => {
      arrive(heading, from);
      // A conversation that gets another title.
      observer = new MutationObserver(() => name(heading));
      observer.observe(heading, { characterData: true, childList: true, subtree: true });
    });
    return () => {
      end();
      observer?.disconnect();
    };
  }, [pathname, section]);
  useEffect(() => () => useOpenedName.setState({ name: '' }), []);

  return (
    <>
      {skips ? <SecondSkip pathname={pathname} /> : null}
      <p className="pb-unseen" role="status">
        {told}
      </p>
    </>
  );
}
