import { Tabs } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { api } from '../api/client';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsSection } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useSettingsQuery } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { Chip, SettingsListRow } from '../ui/SettingsList';
import { Answers } from './Answers';
import type { Survey } from './model';
import { SurveyForm } from './SurveyForm';
import { useTexts } from './texts';

const EVENTS = ['surveyChanged'] as const;

/** What customers are asked after the closing, and what they answered. */
export function SurveysSection() {
  const { t } = useTexts();
  const list = useSettingsQuery({ key: 'surveys', read: (options) => api.get('/api/surveys', options), events: EVENTS });
  const { change } = useSettingsChange(list.reload, t('remove_failed'));
  return (
    <SettingsSection<Survey>
      name="surveys"
      icon={IconStar}
      words={sectionWords(t)}
      list={list}
      form={(known, done) => <SurveyForm known={known} onDone={done} />}
      frame={(surveys) => (
        <Tabs defaultValue="surveys">
          <Tabs.List mb="md">
            <Tabs.Tab value="surveys">{t('tab.surveys')}</Tabs.Tab>
            <Tabs.Tab value="answers">{t('tab.answers')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="surveys">{surveys}</Tabs.Panel>
          <Tabs.Panel value="answers">
            <Answers surveys={list.data ?? []} />
          </Tabs.Panel>
        </Tabs>
      )}
    >
      {(surveys, open) => (
        <SettingsRows items={surveys}>
          {(survey) => (
            <SettingsListRow
              name={survey.name}
              chips={<Chip {...(survey.active ? { tone: 'good' as const } : {})}>{t(survey.active ? 'on' : 'off')}</Chip>}
              meta={[
                t(survey.automatic ? 'sent_by_itself' : 'sent_by_hand'),
                t('questions_count', { count: survey.questions.length }),
                t('answered_of', { answered: survey.answered, sent: survey.sent }),
              ].join(' · ')}
              onOpen={() => open(survey)}
              remove={{
                label: t('remove_of', { name: survey.name }),
                title: t('remove_title', { name: survey.name }),
                text: t('remove_text'),
                confirm: t('remove_confirm'),
                run: () => change(() => api.delete('/api/surveys/{id}', { path: { id: survey.id } })),
              }}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}
