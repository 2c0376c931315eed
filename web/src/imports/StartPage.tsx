import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconDownload, IconFileImport, IconTableImport } from '@tabler/icons-react';
import { SettingsRows } from '../settings/SettingsRows';
import { SettingsWait } from '../settings/SettingsSection';
import headings from '../settings/stepHeading.module.css';
import { StepHeading } from '../settings/StepHeading';
import { useSettingsChange } from '../settings/useSettingsChange';
import { EmptyPlace } from '../ui/EmptyPlace';
import kept from '../ui/settingsList.module.css';
import { calls } from './calls';
import { ImportRow } from './ImportRow';
import classes from './imports.module.css';
import type { OpenStep } from './ImportsSection';
import { exportAddress, KINDS } from './model';
import { dropImport, useImportList } from './queries';
import { useTexts } from './texts';

interface Props {
  follows: boolean;
  onOpen: (step: OpenStep) => void;
}

/** Where imports begin, the former ones, and the exports. */
export function StartPage({ follows, onOpen }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes['page']}>
      <p className={classes['about']}>{t('about')}</p>
      <div className={classes['buttons']}>
        {KINDS.map((kind) => (
          <Button key={kind} size="xs" leftSection={<IconFileImport size={14} stroke={1.5} />} onClick={() => onOpen({ kind })}>
            {t(`start.${kind}`)}
          </Button>
        ))}
      </div>
      <section className={classes['part']}>
        <StepHeading step="list" follows={follows}>
          {t('list')}
        </StepHeading>
        <FormerImports onOpen={onOpen} />
      </section>
      <section className={classes['part']}>
        <h3 className={headings['heading']}>{t('export.title')}</h3>
        <p className={classes['about']}>{t('export.about')}</p>
        <div className={classes['buttons']}>
          {KINDS.map((kind) => (
            <Button key={kind} component="a" href={exportAddress(kind)} download variant="default" size="xs" leftSection={<IconDownload size={14} stroke={1.5} />}>
              {t(`export.${kind}`)}
            </Button>
          ))}
        </div>
      </section>
    </div>
  );
}

function FormerImports({ onOpen }: Pick<Props, 'onOpen'>) {
  const { t } = useTexts();
  const client = useQueryClient();
  const list = useImportList();
  const { change } = useSettingsChange(list.reload);
  const words = { denied: t('no_permission'), deniedText: t('no_permission_text'), loading: t('loading'), failed: t('load_failed') };
  return (
    <SettingsWait words={words} list={list}>
      {({ imports }) =>
        imports.length === 0 ? (
          <div className={kept['rows']}>
            <EmptyPlace compact icon={<IconTableImport size={18} stroke={1.5} />} title={t('empty')} text={t('empty_text')} />
          </div>
        ) : (
          <SettingsRows items={imports} label={t('list')}>
            {(one) => (
              <ImportRow one={one} onOpen={() => onOpen({ id: one.id })} onRemove={() => change(() => calls.remove(one.id), () => dropImport(client, one.id))} />
            )}
          </SettingsRows>
        )
      }
    </SettingsWait>
  );
}
