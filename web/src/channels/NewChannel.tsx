import { Anchor, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCallback, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { pluginText } from '../api/plugins';
import { asProblem } from '../api/problem';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { toastSuccess } from '../ui/toast';
import { useLate } from '../ui/useLate';
import { calls } from './calls';
import { SettingsForm } from './form/SettingsForm';
import { NAME, useSettingsForm } from './form/useForm';
import { PluginIcon } from '../ui/PluginIcon';
import { Reach } from './parts/Reach';
import { useUnsaved } from './parts/unsaved';
import classes from '../ui/room.module.css';
import { takeChannel } from './store';
import { useTexts } from './texts';
import { usePluginDetail, type PluginForm } from './usePluginDetail';

const NOTHING: Record<string, unknown> = {};

export function NewChannel() {
  const { t, language } = useTexts();
  const { plugin: id = '' } = useParams();
  const detail = usePluginDetail(id, language);
  const late = useLate(detail.plugin === null && detail.problem === null);
  return (
    <div className={classes['page']}>
      <Anchor component={Link} to="/channels/add" className={classes['back'] ?? ''}>
        <IconArrowLeft size={16} aria-hidden /> {t('add')}
      </Anchor>
      {detail.problem !== null && detail.plugin === null ? (
        <ErrorPlace problem={detail.problem} title={t('plugin_failed')} onRetry={detail.retry} />
      ) : null}
      {late ? (
        <Stack gap="md">
          <Skeleton height={36} width="50%" />
          <Skeleton height={58} />
          <Skeleton height={58} />
        </Stack>
      ) : null}
      {detail.plugin === null ? null : <Create key={id} id={id} detail={detail} />}
    </div>
  );
}

function Create({ id, detail }: { id: string; detail: PluginForm }) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const done = useRef(false);
  const plugin = detail.plugin;
  const label = plugin === null ? id : (pluginText(plugin.texts, language, 'name') ?? plugin.name);
  const form = useSettingsForm(detail.fields, { value: label, title: t('form.name'), description: t('form.name_hint') }, NOTHING);
  const { dirty } = form;
  useUnsaved(
    useCallback(() => dirty && !done.current, [dirty]),
    label,
  );

  async function create(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const channel = await calls.create(id, String(form.values[NAME] ?? '').trim(), form.settings());
      takeChannel(channel);
      done.current = true;
      if (channel.state.status === 'ok') toastSuccess(t('form.connected'));
      await navigate(`/channels/${channel.id}`, { replace: true });
    } catch (thrown) {
      const problem = asProblem(thrown);
      form.accuse(problem.fields);
      const hasFields = Object.keys(problem.fields).length > 0;
      setFailure(hasFields ? null : problemText(problem, (key) => t(key, { ns: 'translation' })));
      setBusy(false);
    }
  }

  if (plugin === null) return null;
  return (
    <>
      <header className={classes['pageHead']}>
        <PluginIcon plugin={plugin} size={40} />
        <div>
          <h2 className={classes['pageTitle']}>{label}</h2>
          <p className={classes['dim']}>
            {t('by', { maker: plugin.maker })} · {t('version', { version: plugin.version })}
          </p>
        </div>
      </header>
      <p className={classes['lead']}>{pluginText(plugin.texts, language, 'description') ?? plugin.description}</p>
      <Reach plugin={plugin} typed={detail.typed} />
      <SettingsForm
        form={form}
        busy={busy}
        always
        submitLabel={t('form.connect')}
        failure={failure}
        onSubmit={() => void create()}
      />
    </>
  );
}
