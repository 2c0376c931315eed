import { IconMessageCircle, IconX } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { TEXTS } from '../../widget/texts';
import type { LanguageCode } from '../i18n/i18n';
import { FieldGroup } from '../settings/FieldGroup';
import { accentFor } from '../ui/accent';
import { shownTexts, type LivechatWidget, type WidgetDraft } from './model';
import classes from './preview.module.css';
import { useTexts } from './texts';

interface Props {
  draft: WidgetDraft;
  widget: Pick<LivechatWidget, 'page_title' | 'page_accent'>;
  language: LanguageCode;
}

/** A corner of a site with the widget as it is being set, before anything is saved: closed and open. */
export function Preview({ draft, widget, language }: Props) {
  const { t } = useTexts();
  const { title, launcher, greeting } = shownTexts(draft, language);
  const { fill, onFill } = accentFor(draft.accent === '' ? widget.page_accent : draft.accent, false);
  // The chat page's own title stands in the panel where no title was written.
  const head = title === '' ? widget.page_title : title;
  const name = [launcher, title, TEXTS[language].title].find((text) => text !== '') ?? '';
  const hello = draft.greeting == null ? '' : greeting;
  const accent = { '--fill': fill, '--on-fill': onFill } as CSSProperties;
  const corner = { side: draft.position, language, accent };
  return (
    <FieldGroup title={t('preview')}>
      <div className={classes['stages']}>
        <Corner {...corner} caption={t('closed')} label={t(hello === '' ? 'closed_label' : 'closed_greeting', { name, greeting: hello })}>
          {hello === '' ? null : (
            <p className={classes['greeting']}>
              <span dir="auto">{hello}</span>
              <IconX size={14} stroke={1.8} />
            </p>
          )}
          <p className={classes['launcher']}>
            <IconMessageCircle size={22} stroke={1.8} />
            {launcher === '' ? null : <span dir="auto">{launcher}</span>}
          </p>
        </Corner>
        <Corner {...corner} caption={t('opened')} label={t('opened_label', { title: head })}>
          <div className={classes['panel']}>
            <p className={classes['head']}>
              <span dir="auto">{head}</span>
              <IconX size={16} stroke={1.8} />
            </p>
            <div className={classes['lines']}>
              <i />
              <i />
              <i />
            </div>
          </div>
          <p className={classes['launcher']}>
            <IconX size={22} stroke={1.8} />
            {launcher === '' ? null : <span dir="auto">{launcher}</span>}
          </p>
        </Corner>
      </div>
    </FieldGroup>
  );
}

interface CornerProps {
  side: WidgetDraft['position'];
  language: LanguageCode;
  accent: CSSProperties;
  caption: string;
  /** What is to be seen, for whom it is read out. */
  label: string;
  children: ReactNode;
}

function Corner({ side, language, accent, caption, label, children }: CornerProps) {
  return (
    <figure className={classes['figure']}>
      <div role="img" aria-label={label} lang={language} className={classes['corner']} data-side={side} style={accent}>
        {children}
      </div>
      <figcaption className={classes['caption']}>{caption}</figcaption>
    </figure>
  );
}
