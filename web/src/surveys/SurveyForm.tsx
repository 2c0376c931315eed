import { Checkbox, Group, MultiSelect, NumberInput, SegmentedControl, Switch, TextInput } from '@mantine/core';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { api } from '../api/client';
import { needDepartments, useDepartments } from '../api/departments';
import { usePlugins } from '../api/plugins';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import { faultyLanguage, inLanguages, languagesOf, LANGUAGES, NAMES, question, type Draft, type Language, type Survey } from './model';
import { QuestionRows } from './QuestionRows';
import { useTexts } from './texts';
import { WordFields } from './WordFields';
import classes from './surveys.module.css';

/** A new survey begins with what most desks ask, in the admin's language. */
function begun(language: Language): Draft {
  const fixed = i18next.getFixedT(language, 'surveys');
  // Its variables are the server's to fill in, so the braces stay.
  const t = (key: string) => fixed(key, { interpolation: { prefix: '<<', suffix: '>>' } });
  return {
    name: t('new.name'),
    active: true,
    automatic: true,
    delay_minutes: 0,
    expires_days: 14,
    again_days: 7,
    channels: [],
    departments: [],
    words: { [language]: { title: t('new.title'), intro: '', invite: t('new.invite'), thanks: '' } },
    questions: [question('rating', { [language]: t('new.rating') }), question('text', { [language]: t('new.comment') })],
  };
}

function ownLanguage(): Language {
  return LANGUAGES.find((language) => i18next.language.startsWith(language)) ?? 'en';
}

/** A survey, new or as it is. */
export function SurveyForm({ known, onDone }: { known: Survey | null; onDone: () => void }) {
  const { t } = useTexts();
  const departments = useDepartments((state) => state.departments);
  const channels = usePlugins((state) => state.channels);
  const form = useSettingsForm<Draft, unknown>({
    name: 'survey',
    known,
    initial: known === null ? begun(ownLanguage()) : draftOf(known),
    save: (json) => (known === null ? api.post('/api/surveys', { json }) : api.patch('/api/surveys/{id}', { path: { id: known.id }, json })),
    saved: t('saved'),
    done: onDone,
  });
  const { draft, dirty, faults, input, change } = form;
  const languages = languagesOf(draft);
  const [picked, setPicked] = useState<Language>(() => languages.find((one) => one === ownLanguage()) ?? languages[0] ?? 'en');
  const language = languages.includes(picked) ? picked : (languages[0] ?? 'en');
  useEffect(needDepartments, []);
  useEffect(() => {
    if (!usePlugins.getState().loaded) void usePlugins.getState().load().catch(() => undefined);
  }, []);
  const wrong = faultyLanguage(faults);
  const [led, setLed] = useState(faults);
  if (led !== faults) {
    // A refusal leads to the language that it is about.
    setLed(faults);
    if (wrong !== null) setPicked(wrong);
  }

  const number = (name: 'delay_minutes' | 'expires_days' | 'again_days', [min, max]: [number, number]) => (
    <NumberInput
      label={t(`field.${name}`)}
      description={t(`field.${name}_hint`)}
      min={min}
      max={max}
      allowDecimal={false}
      value={draft[name]}
      error={faults[name]}
      onChange={(value) => change({ [name]: Number(value) })}
    />
  );
  const offered = departments.filter((one) => !one.deleted || draft.departments.includes(one.id));
  return (
    <SettingsForm
      form={form}
      title={known === null ? t('add') : known.name}
      words={{ save: t('save'), cancel: t('cancel') }}
      disabled={known !== null && !dirty}
      onLeave={onDone}
    >
      <TextInput label={t('field.name')} description={t('field.name_hint')} maxLength={80} autoFocus {...input('name')} />
      <Checkbox.Group
        label={t('field.languages')}
        description={t('field.languages_hint')}
        value={languages}
        error={faults['words']}
        onChange={(wanted) => change({ words: inLanguages(draft, wanted) })}
      >
        <Group mt={8} gap="md">
          {LANGUAGES.map((one) => (
            <Checkbox key={one} value={one} label={NAMES[one]} />
          ))}
        </Group>
      </Checkbox.Group>
      {languages.length < 2 ? null : (
        <SegmentedControl
          aria-label={t('field.language')}
          className={classes['languages'] ?? ''}
          data={languages.map((one) => ({ value: one, label: NAMES[one] }))}
          value={language}
          onChange={setPicked}
        />
      )}
      {languages.length === 0 ? null : (
        <>
          <WordFields
            key={language}
            language={language}
            words={draft.words[language]}
            faults={faults}
            onChange={(words) => change({ words: { ...draft.words, [language]: words } })}
          />
          <QuestionRows language={language} questions={draft.questions} faults={faults} onChange={(questions) => change({ questions })} />
        </>
      )}
      <fieldset className={classes['group']}>
        <legend className={classes['legend']}>{t('sending')}</legend>
        <Switch label={t('field.automatic')} description={t('field.automatic_hint')} {...input('automatic', { type: 'checkbox' })} />
        <div className={classes['numbers']}>
          {number('delay_minutes', [0, 43_200])}
          {number('expires_days', [1, 366])}
          {number('again_days', [0, 366])}
        </div>
        <MultiSelect
          w="100%"
          label={t('field.channels')}
          placeholder={draft.channels.length === 0 ? t('field.all') : ''}
          data={[...channels.values()].map(({ value, name }) => ({ value, label: name === '' ? value : name }))}
          value={[...draft.channels]}
          error={faults['channels']}
          clearable
          onChange={(value) => change({ channels: value })}
        />
        <MultiSelect
          w="100%"
          label={t('field.departments')}
          placeholder={draft.departments.length === 0 ? t('field.all') : ''}
          data={offered.map((one) => ({ value: String(one.id), label: one.name }))}
          value={draft.departments.map(String)}
          error={faults['departments']}
          clearable
          onChange={(value) => change({ departments: value.map(Number) })}
        />
        <Switch label={t('field.active')} description={t('field.active_hint')} {...input('active', { type: 'checkbox' })} />
      </fieldset>
    </SettingsForm>
  );
}

function draftOf(known: Survey): Draft {
  const { name, active, automatic, delay_minutes, expires_days, again_days, words } = known;
  const [channels, departments, questions] = [[...known.channels], [...known.departments], [...known.questions]];
  return { name, active, automatic, delay_minutes, expires_days, again_days, channels, departments, words, questions };
}
