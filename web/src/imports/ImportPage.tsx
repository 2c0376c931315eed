import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { StepHeading } from '../settings/StepHeading';
import { byteSize } from '../ui/bytes';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { ErrorPlace } from '../ui/ErrorPlace';
import { SettingsListSkeleton } from '../ui/SettingsList';
import { BackButton } from './BackButton';
import { ColumnsForm } from './ColumnsForm';
import classes from './imports.module.css';
import { isBusy, maps, numberText } from './model';
import { useImport, useImportActs } from './queries';
import { deletionDialog } from './remove';
import { ResultPanel } from './ResultPanel';
import { RunProgress } from './RunProgress';
import { StateChip } from './StateChip';
import { useTexts } from './texts';
import type { Import, ImportDetail } from './types';

interface Props {
  id: number;
  follows: boolean;
  onBack: () => void;
}

/** One import at the step that its state says; it can be left at each and found again. */
export function ImportPage({ id, follows, onBack }: Props) {
  const { t } = useTexts();
  const { detail, problem, reload } = useImport(id);
  return (
    <div className={classes['page']}>
      <BackButton onClick={onBack} />
      {detail === undefined ? (
        problem === null ? (
          <SettingsListSkeleton label={t('one_loading')} />
        ) : (
          <ErrorPlace compact problem={problem} title={t('one_failed')} onRetry={reload} />
        )
      ) : (
        <Step detail={detail} follows={follows} onRemoved={onBack} />
      )}
    </div>
  );
}

function Step({ detail, follows, onRemoved }: { detail: ImportDetail; follows: boolean; onRemoved: () => void }) {
  const { t } = useTexts();
  const { import: one } = detail;
  const acts = useImportActs(one.id, onRemoved);
  const { state } = one;
  const isDeletable = !isBusy(state);
  return (
    <>
      <FileLine one={one} />
      <StepHeading step={state} follows={follows}>
        {t(`heading.${state}`)}
      </StepHeading>
      {acts.failure === null ? null : (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={16} />}>
          {acts.failure}
        </Alert>
      )}
      {isBusy(state) ? <RunProgress one={one} isCancelling={acts.busy} onCancel={acts.cancel} /> : null}
      {isBusy(state) || state === 'mapping' ? null : <ResultPanel one={one} fields={detail.fields} isStarting={acts.busy} onGoOn={acts.start} />}
      {maps(state) ? <ColumnsForm detail={detail} isStarting={acts.busy} onStart={acts.start} /> : null}
      {isDeletable ? (
        <Button
          className={classes['back'] ?? ''}
          variant="subtle"
          color="red"
          size="compact-sm"
          disabled={acts.busy}
          leftSection={<IconTrash size={14} stroke={1.5} />}
          onClick={() => openDialog(deletionDialog(t, one, acts.remove))}
        >
          {t('remove')}
        </Button>
      ) : null}
    </>
  );
}

/** Which file it is. */
function FileLine({ one }: { one: Import }) {
  const { t, language } = useTexts();
  const about = [t(`kind.${one.kind}`), t('rows', { count: one.rows, shown: numberText(one.rows, language) }), byteSize(one.size), one.encoding, fullTime(one.created_at)];
  return (
    <div>
      <p className={classes['file']}>
        <span>{one.file_name}</span>
        <StateChip state={one.state} />
      </p>
      <p className={classes['dim']}>{about.join(' · ')}</p>
    </div>
  );
}
