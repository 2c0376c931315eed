import { Anchor, Skeleton, Tabs } from '@mantine/core';
import { IconArrowLeft, IconPuzzleOff } from '@tabler/icons-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { LogLines } from '../diagnostics/LogLines';
import { UsagePanel } from '../diagnostics/UsagePanel';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import rooms from '../ui/room.module.css';
import { useLate } from '../ui/useLate';
import type { PluginDetail } from './model';
import { Overview } from './Overview';
import { places } from './paths';
import { PluginHead } from './PluginHead';
import { useDetail, usePackages } from './queries';
import { useTexts } from './texts';
import { Uninstall } from './Uninstall';
import { Versions } from './Versions';

const TABS = ['overview', 'usage', 'versions', 'log'] as const;
type Tab = (typeof TABS)[number];

/** One plugin: what it is and may, what it did, its versions and its log. */
export function PluginPage() {
  const { t } = useTexts();
  const { id = '' } = useParams();
  const { data, problem, retry } = useDetail(id);
  const late = useLate(data === null && problem === null);
  return (
    <div className={rooms['page']} data-wide>
      <Anchor component={Link} to={places.root} className={`${rooms['back'] ?? ''} ${rooms['onlyNarrow'] ?? ''}`}>
        <IconArrowLeft size={16} aria-hidden /> {t('back')}
      </Anchor>
      {problem?.code === 'not_found' ? (
        <EmptyPlace icon={<IconPuzzleOff size={20} stroke={1.5} />} title={t('gone')} text={t('gone_text')} />
      ) : problem !== null && data === null ? (
        <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={retry} />
      ) : null}
      {late ? (
        <>
          <Skeleton height={44} width="60%" />
          <Skeleton height={240} />
        </>
      ) : null}
      {data === null || problem?.code === 'not_found' ? null : <Known key={data.id} plugin={data} />}
    </div>
  );
}

function Known({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const { operator } = usePackages();
  const tab: Tab = TABS.find((one) => one === search.get('tab')) ?? 'overview';
  return (
    <>
      <PluginHead plugin={plugin} />
      <Tabs
        value={tab}
        onChange={(value) => setSearch(value === 'overview' || value === null ? {} : { tab: value }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`tab.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="overview">
          <Overview plugin={plugin} />
          {operator === true ? <Uninstall plugin={plugin} /> : null}
        </Tabs.Panel>
        <Tabs.Panel value="usage">
          <UsagePanel of="plugin" id={plugin.id} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Versions plugin={plugin} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <LogLines of="plugin" id={plugin.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
