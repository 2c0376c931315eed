import { Alert, Anchor, Button, Checkbox, Group, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { usePlugins } from '../../api/plugins';
import { asProblem } from '../../api/problem';
import { ErrorPlace, problemText } from '../../ui/ErrorPlace';
import { PluginIcon } from '../../ui/PluginIcon';
import rooms from '../../ui/room.module.css';
import { toastSuccess } from '../../ui/toast';
import { useLate } from '../../ui/useLate';
import { calls } from '../calls';
import type { PackageView } from '../model';
import { Permissions } from '../parts/Permissions';
import { places } from '../paths';
import classes from '../plugins.module.css';
import { usePackage, useRefresh } from '../queries';
import { settingTitle } from '../settingTitle';
import { useTexts } from '../texts';
import { Changes } from './Changes';
import { SignaturePanel } from './SignaturePanel';

/** What a package asks for, before anything of it runs. */
export function ReviewPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { data, problem, retry } = usePackage(id);
  const late = useLate(data === null && problem === null);
  return (
    <div className={rooms['page']}>
      <Anchor component={Link} to={places.root} className={`${rooms['back'] ?? ''} ${rooms['onlyNarrow'] ?? ''}`}>
        <IconArrowLeft size={16} aria-hidden /> {t('back')}
      </Anchor>
      {problem !== null && data === null ? <ErrorPlace compact problem={problem} title={t('sheet.failed')} onRetry={retry} /> : null}
      {late ? (
        <>
          <Skeleton height={40} width="60%" />
          <Skeleton height={220} />
        </>
      ) : null}
      {data === null ? null : <Sheet key={data.id} view={data} />}
    </div>
  );
}

function Sheet({ view }: { view: PackageView }) {
  const { t, language } = useTexts();
  const known = usePlugins((state) => state.plugins.find((one) => one.id === view.plugin));
  const update = view.difference !== null;
  const title = settingTitle({ texts: view.texts ?? {}, schema: view.schema ?? {} }, language);
  return (
    <>
      <header className={rooms['pageHead']}>
        <PluginIcon plugin={view.icon ? { icon: view.icon } : known} size={40} />
        <div className={rooms['grow']}>
          <h2 className={rooms['pageTitle']}>
            {t(update ? 'sheet.title_update' : 'sheet.title', { name: view.name, version: view.version })}
          </h2>
          <p className={rooms['dim']}>
            {update && known ? t('sheet.from_version', { version: known.version }) : t('sheet.before')}
          </p>
        </div>
      </header>
      {view.note ? (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={16} />}>
          {view.note}
        </Alert>
      ) : null}
      {view.difference === null ? null : <Changes difference={view.difference} title={title} />}
      <SignaturePanel view={view} />
      {view.permissions === null ? null : <Permissions permissions={view.permissions} title={title} />}
      {view.state === 'staged' ? <Decision view={view} /> : <AlreadyDecided view={view} />}
    </>
  );
}

function AlreadyDecided({ view }: { view: PackageView }) {
  const { t } = useTexts();
  return (
    <p className={rooms['dim']}>
      {t(`state.${view.state}`)}{' '}
      <Anchor component={Link} to={places.one(view.plugin)} size="sm">
        {t('sheet.to_plugin', { name: view.name })}
      </Anchor>
    </p>
  );
}

/** Grant or discard; whoever vouches for nothing is believed only with a tick. */
function Decision({ view }: { view: PackageView }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const loadPlugins = usePlugins((state) => state.load);
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState<'grant' | 'discard' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const doubtful = view.signature.state !== 'trusted';

  async function decide(what: 'grant' | 'discard'): Promise<void> {
    setBusy(what);
    setFailure(null);
    try {
      if (what === 'grant') {
        await calls.activate(view.id);
        await loadPlugins().catch(() => undefined);
        toastSuccess(t('sheet.activated', { name: view.name, version: view.version }));
      } else {
        await calls.discard(view.id);
      }
      await navigate(what === 'grant' ? places.one(view.plugin) : places.root, { replace: true });
      refresh();
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
      setBusy(null);
    }
  }

  return (
    <div className={classes['decision']}>
      {failure === null ? null : (
        <Alert color="red" variant="light" role="alert" icon={<IconAlertTriangle size={16} />} title={t('sheet.refused')}>
          {failure}
        </Alert>
      )}
      {doubtful ? (
        <Checkbox
          checked={sure}
          onChange={(event) => setSure(event.currentTarget.checked)}
          label={t(`sheet.sure_${view.signature.state}`)}
        />
      ) : null}
      <Group gap="xs">
        <Button
          loading={busy === 'grant'}
          disabled={busy !== null || (doubtful && !sure)}
          leftSection={<IconCircleCheck size={18} stroke={1.5} />}
          onClick={() => void decide('grant')}
        >
          {t(view.difference === null ? 'sheet.grant' : 'sheet.grant_update')}
        </Button>
        <Button variant="default" loading={busy === 'discard'} disabled={busy !== null} onClick={() => void decide('discard')}>
          {t('sheet.discard')}
        </Button>
      </Group>
    </div>
  );
}
