import { Button } from '@mantine/core';
import { IconBrowser } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsWait } from '../settings/SettingsSection';
import { sectionWords } from '../settings/words';
import { EmptyPlace } from '../ui/EmptyPlace';
import { Chip, SettingsListHead, SettingsListRow } from '../ui/SettingsList';
import { useOpenForm } from '../ui/useDraft';
import { IdentityBlock } from './IdentityBlock';
import { InstallBlock } from './InstallBlock';
import { draftOf, type LivechatWidget } from './model';
import { useTakeWidget, useWidgets } from './queries';
import { useTexts } from './texts';
import classes from './widget.module.css';
import { WidgetForm } from './WidgetForm';

/** The chat widget for sites, in the settings: of one chat page at once, of several one after the other. */
export function WidgetSection() {
  const { t } = useTexts();
  const list = useWidgets();
  const [opened, setOpened] = useOpenForm<number>('livechat-widget');
  const words = sectionWords(t);
  return (
    <SettingsWait words={words} list={list}>
      {(widgets) => {
        const [first] = widgets;
        if (first === undefined) return <NoPage />;
        const leave = widgets.length > 1 ? () => setOpened(null) : null;
        const shown = leave === null ? first : widgets.find(({ channel_id }) => channel_id === opened);
        if (shown !== undefined) return <Widget key={shown.channel_id} widget={shown} reload={list.reload} onLeave={leave} />;
        return (
          <>
            <SettingsListHead about={words.about}>{null}</SettingsListHead>
            <SettingsRows items={widgets.map((widget) => ({ id: widget.channel_id, widget }))} label={t('list')}>
              {({ id, widget }) => (
                <SettingsListRow
                  name={widget.name}
                  chips={<Chip {...(widget.enabled ? { tone: 'good' as const } : {})}>{t(widget.enabled ? 'state.on' : 'state.off')}</Chip>}
                  meta={t('sites_count', { count: widget.sites.length })}
                  onOpen={() => setOpened(id)}
                />
              )}
            </SettingsRows>
          </>
        );
      }}
    </SettingsWait>
  );
}

function NoPage() {
  const { t } = useTexts();
  return (
    <EmptyPlace
      icon={<IconBrowser size={20} stroke={1.5} />}
      title={t('empty')}
      text={t('empty_text')}
      action={
        <Button component={Link} to="/channels/add" size="xs">
          {t('connect')}
        </Button>
      }
    />
  );
}

interface WidgetProps {
  widget: LivechatWidget;
  reload: () => unknown;
  /** Null where there is no list to go back to. */
  onLeave: (() => void) | null;
}

function Widget({ widget, reload, onLeave }: WidgetProps) {
  const { t } = useTexts();
  const take = useTakeWidget();
  const [saves, setSaves] = useState(0);
  return (
    <>
      {onLeave === null ? <SettingsListHead about={t('about')}>{null}</SettingsListHead> : null}
      <div className={classes['page']}>
        {/* What was saved begins the form anew. */}
        <WidgetForm
          key={`${saves} ${JSON.stringify(draftOf(widget))}`}
          widget={widget}
          onLeave={onLeave}
          onSaved={(saved) => {
            take(saved);
            setSaves(saves + 1);
          }}
        />
        <InstallBlock widget={widget} />
        <IdentityBlock widget={widget} reload={reload} />
      </div>
    </>
  );
}
