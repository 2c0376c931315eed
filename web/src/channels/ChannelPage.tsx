import { Anchor, Skeleton, Stack, Tabs } from '@mantine/core';
import { IconArrowLeft, IconPlugX } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { UsagePanel } from '../diagnostics/UsagePanel';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';
import { useLate } from '../ui/useLate';
import { ChannelHead } from './ChannelHead';
import { ChannelSettings } from './ChannelSettings';
import type { Channel } from './model';
import { CopyField } from './parts/CopyField';
import { Quarantine } from './parts/Quarantine';
import { RemoveChannel } from './parts/RemoveChannel';
import { StateCard } from './parts/StateCard';
import classes from '../ui/room.module.css';
import { dropChannel, useChannels } from './store';
import { useTexts } from './texts';
import { usePluginDetail } from './usePluginDetail';

export function ChannelPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const phase = useChannels((state) => state.phase);
  const channel = useChannels((state) => state.list.find((one) => String(one.id) === id));
  const late = useLate(channel === undefined && phase !== 'ready');
  return (
    <div className={classes['page']}>
      <Anchor component={Link} to="/channels" className={`${classes['back'] ?? ''} ${classes['onlyNarrow'] ?? ''}`}>
        <IconArrowLeft size={16} aria-hidden /> {t('back')}
      </Anchor>
      {channel === undefined && phase === 'ready' ? (
        <EmptyPlace icon={<IconPlugX size={20} stroke={1.5} />} title={t('gone')} text={t('gone_text')} />
      ) : null}
      {late ? (
        <Stack gap="md">
          <Skeleton height={40} width="60%" />
          <Skeleton height={92} />
          <Skeleton height={58} />
        </Stack>
      ) : null}
      {channel === undefined ? null : <Known key={channel.id} channel={channel} />}
    </div>
  );
}

function Known({ channel }: { channel: Channel }) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const tab = ['usage', 'quarantine'].find((one) => one === search.get('tab')) ?? 'settings';
  const detail = usePluginDetail(channel.plugin, language);
  const late = useLate(detail.plugin === null && detail.problem === null);

  const removed = () => {
    // The screen is left first: a channel that is gone has nothing more to show.
    Promise.resolve(navigate('/channels')).then(
      () => dropChannel(channel.id),
      (thrown: unknown) => toastError(String(thrown)),
    );
  };

  return (
    <>
      <ChannelHead channel={channel} detail={detail} />
      <StateCard channel={channel} />
      {channel.public_link ? (
        <CopyField label={t('copy.public')} hint={t('copy.public_hint')} value={channel.public_link} openable />
      ) : null}
      {channel.webhook_url === '' || detail.fields.some((field) => field.kind === 'webhook') ? null : (
        <CopyField label={t('copy.webhook')} hint={t('copy.webhook_hint')} value={channel.webhook_url} />
      )}
      <Tabs
        value={tab}
        onChange={(value) => setSearch(value === 'settings' || value === null ? {} : { tab: value }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="settings">{t('form.settings')}</Tabs.Tab>
          <Tabs.Tab value="usage">{t('usage')}</Tabs.Tab>
          <Tabs.Tab value="quarantine">{t('quarantine.tab')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings" keepMounted>
          {detail.problem !== null && detail.plugin === null ? (
            <ErrorPlace compact problem={detail.problem} title={t('plugin_failed')} onRetry={detail.retry} />
          ) : null}
          {late ? <Skeleton height={120} /> : null}
          {detail.plugin === null ? null : <ChannelSettings channel={channel} fields={detail.fields} tokens={detail.tokens} />}
          <div className={classes['last']}>
            <RemoveChannel channel={channel} onRemoved={removed} />
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="usage">
          <UsagePanel of="channel" id={channel.id} />
        </Tabs.Panel>
        <Tabs.Panel value="quarantine">
          <Quarantine channel={channel.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
