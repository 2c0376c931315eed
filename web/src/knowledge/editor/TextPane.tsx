import { SegmentedControl, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { ArticleBody } from '../ArticleBody';
import { TITLE_MAX } from '../model';
import { useTexts } from '../texts';
import type { Translation } from '../types';
import classes from './editor.module.css';
import { MarkdownField } from './MarkdownField';
import { Preview } from './Preview';

const WIDE = '(min-width: 1024px)';

/** What stands beside the field, or on narrow screens in its place. */
export type Side = 'write' | 'preview' | 'source';

/** What an editor opens with: a new translation beside its source, and where there is room for one thing, the field. */
export function firstSide(isNewTranslation: boolean): Side {
  if (!window.matchMedia(WIDE).matches) return 'write';
  return isNewTranslation ? 'source' : 'preview';
}

export interface ArticleText {
  title: string;
  body: string;
}

interface Props {
  text: ArticleText;
  language: string;
  faults: Readonly<Record<string, string>>;
  /** The source text of a translation; null of the source itself. */
  source: Translation | null;
  side: Side;
  onSide: (side: Side) => void;
  onChange: (part: Partial<ArticleText>) => void;
}

/** Title and body of an article in one language, with the preview or the source text beside them. */
export function TextPane({ text, language, faults, source, side, onSide, onChange }: Props) {
  const { t } = useTexts();
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const sides: Side[] = ['write', 'preview', ...(source === null ? [] : ['source' as const])];
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={t('side')}
      data={sides.map((value) => ({ value, label: t(value === 'write' && wide ? 'side_alone' : `side_${value}`) }))}
      value={side}
      onChange={(value) => onSide(sides.find((one) => one === value) ?? 'write')}
    />
  );
  const beside: ReactNode =
    side === 'preview' ? (
      <section className={classes['beside']} aria-label={t('side_preview')}>
        <h2 className={classes['shownTitle']} lang={language}>
          {text.title}
        </h2>
        <Preview body={text.body} language={language} />
      </section>
    ) : side === 'source' && source !== null ? (
      <section className={classes['beside']} aria-label={t('side_source')}>
        <h2 className={classes['shownTitle']} lang={source.language}>
          {source.title}
        </h2>
        <ArticleBody html={source.html} language={source.language} />
      </section>
    ) : null;
  return (
    <div className={classes['text']}>
      <TextInput
        label={t('title_field')}
        maxLength={TITLE_MAX}
        lang={language}
        dir="auto"
        value={text.title}
        error={faults['title']}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <div className={classes['panes']} data-both={(wide && beside !== null) || undefined}>
        {/* Hidden rather than left out, so that the caret is where it was. */}
        <div hidden={!wide && beside !== null}>
          <MarkdownField value={text.body} language={language} fault={faults['body']} onChange={(body) => onChange({ body })} aside={choice} />
        </div>
        {beside === null ? null : (
          <div className={classes['side']}>
            {wide ? null : <div className={classes['tools']}>{choice}</div>}
            {beside}
          </div>
        )}
      </div>
    </div>
  );
}
