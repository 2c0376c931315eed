import { Button, Tabs } from '@mantine/core';
import { IconLock, IconPlus, IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { onEvent } from '../realtime/apply';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Chip, KeptHead, KeptRow, KeptSkeleton } from '../ui/Kept';
import kept from '../ui/kept.module.css';
import { toastError } from '../ui/toast';
import { useOpenForm } from '../ui/useDraft';
import { Answers } from './Answers';
import type { Survey } from './model';
import { SurveyForm } from './SurveyForm';
import { useTexts } from './texts';

/** What customers are asked after the closing, and what they answered. */
export function SurveysSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Surveys />;
}

function Surveys() {
  const { t } = useTexts();
  const [edited, setEdited] = useOpenForm<Survey>('surveys');
  const { data, error, refetch } = useQuery({
    queryKey: ['surveys'],
    queryFn: ({ signal }) => api.get('/api/surveys', { signal }),
  });
  useEffect(() => onEvent('surveyChanged', () => void refetch()), [refetch]);

  if (edited !== null) {
    return (
      <SurveyForm
        known={edited === 'new' ? null : edited}
        onDone={() => {
          setEdited(null);
          void refetch();
        }}
      />
    );
  }
  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('load_failed')} onRetry={() => void refetch()} />;
  }
  return (
    <Tabs defaultValue="surveys">
      <Tabs.List mb="md">
        <Tabs.Tab value="surveys">{t('tab.surveys')}</Tabs.Tab>
        <Tabs.Tab value="answers">{t('tab.answers')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="surveys">
        <List surveys={data} onOpen={setEdited} onChanged={() => void refetch()} />
      </Tabs.Panel>
      <Tabs.Panel value="answers">
        <Answers surveys={data} />
      </Tabs.Panel>
    </Tabs>
  );
}

interface ListProps {
  surveys: readonly Survey[];
  onOpen: (survey: Survey | 'new') => void;
  onChanged: () => void;
}

function List({ surveys, onOpen, onChanged }: ListProps) {
  const { t } = useTexts();
  async function remove(survey: Survey): Promise<void> {
    try {
      await api.delete('/api/surveys/{id}', { path: { id: survey.id } });
    } catch {
      toastError(t('remove_failed'));
    }
    onChanged();
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => onOpen('new')}>
      {t('add')}
    </Button>
  );
  if (surveys.length === 0) {
    return <EmptyPlace icon={<IconStar size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} action={add} />;
  }
  return (
    <>
      <KeptHead about={t('about')}>{add}</KeptHead>
      <ul className={kept['rows']}>
        {surveys.map((survey) => (
          <KeptRow
            key={survey.id}
            name={survey.name}
            chips={<Chip {...(survey.active ? { tone: 'good' as const } : {})}>{t(survey.active ? 'on' : 'off')}</Chip>}
            meta={[
              t(survey.automatic ? 'sent_by_itself' : 'sent_by_hand'),
              t('questions_count', { count: survey.questions.length }),
              t('answered_of', { answered: survey.answered, sent: survey.sent }),
            ].join(' · ')}
            onOpen={() => onOpen(survey)}
            remove={{
              label: t('remove_of', { name: survey.name }),
              title: t('remove_title', { name: survey.name }),
              text: t('remove_text'),
              confirm: t('remove_confirm'),
              run: () => void remove(survey),
            }}
          />
        ))}
      </ul>
    </>
  );
}
