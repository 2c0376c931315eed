import { SegmentedControl, Switch } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { LANGUAGES, type LanguageCode } from '../i18n/i18n';
import { FieldGroup } from '../settings/FieldGroup';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { GreetingFields } from './GreetingFields';
import { LookFields } from './LookFields';
import { blankSites, draftOf, faultyLanguage, greets, NO_TEXTS, type LivechatWidget, type WidgetDraft } from './model';
import { Preview } from './Preview';
import { SiteRows } from './SiteRows';
import { useTexts } from './texts';
import { TextFields } from './TextFields';
import classes from './widget.module.css';

const CODES = LANGUAGES.map(({ code }) => code);
const languageOf = (text: string): LanguageCode => CODES.find((code) => text.startsWith(code)) ?? 'en';

interface Props {
  widget: LivechatWidget;
  /** Null where there is no list to go back to. */
  onLeave: (() => void) | null;
  onSaved: (saved: LivechatWidget) => void;
}

/** Form of a page's widget: where it may be shown, what it says and when, how it looks. */
export function WidgetForm({ widget, onLeave, onSaved }: Props) {
  const { t, language: own } = useTexts();
  const form = useSettingsForm<WidgetDraft, LivechatWidget>({
    name: 'livechat-widget',
    known: { id: widget.channel_id },
    initial: draftOf(widget),
    validate: ({ sites }) => blankSites(sites, t('fault.site')),
    save: (json) => api.put('/api/livechat/widgets/{channel_id}', { path: { channel_id: widget.channel_id }, json }),
    saved: t('saved'),
    done: onSaved,
  });
  const { draft, dirty, faults, input, change, reset } = form;
  const [language, setLanguage] = useState(() => languageOf(own));
  const [led, setLed] = useState(faults);
  if (led !== faults) {
    // A refusal leads to the language that it is about.
    setLed(faults);
    const wrong = faultyLanguage(faults, CODES);
    if (wrong !== undefined) setLanguage(wrong);
  }
  const greeting = draft.greeting ?? null;
  const silent = greets(draft) ? undefined : faults['greeting.text'];
  return (
    <SettingsForm
      form={form}
      {...(onLeave === null ? {} : { title: widget.name })}
      words={{ save: t('save'), cancel: t('cancel') }}
      onLeave={onLeave ?? (dirty ? reset : null)}
    >
      <Switch label={t('enabled')} description={t('enabled_hint')} {...input('enabled', { type: 'checkbox' })} />
      <SiteRows sites={draft.sites} faults={faults} onChange={(sites) => change({ sites })} />
      <GreetingFields greeting={greeting} faults={faults} onChange={(next) => change({ greeting: next })} />
      <FieldGroup title={t('texts')} hint={t('texts_hint')} fault={faults['texts']}>
        <SegmentedControl
          aria-label={t('language')}
          className={classes['languages'] ?? ''}
          data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
          value={language}
          onChange={setLanguage}
        />
        <TextFields
          key={language}
          language={language}
          texts={draft.texts[language] ?? NO_TEXTS}
          greets={greeting !== null}
          faults={silent === undefined ? faults : { [`texts.${language}.greeting`]: silent, ...faults }}
          onChange={(texts) => change({ texts: { ...draft.texts, [language]: texts } })}
        />
      </FieldGroup>
      <LookFields draft={draft} pageAccent={widget.page_accent} faults={faults} onChange={change} />
      <Preview draft={draft} widget={widget} language={language} />
      <Switch label={t('fresh')} description={t('fresh_hint')} {...input('fresh_on_reload', { type: 'checkbox' })} />
    </SettingsForm>
  );
}
