import { Modal, NativeSelect, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { createElement, Suspense, type ComponentType } from 'react';
import { useSession } from '../../session/store';
import { SilentBoundary } from '../../ui/SilentBoundary';
import { lazyPart } from '../lazyScreen';
import { closeSettings, openSettings, useSettings } from './open';
import { GROUPS, SECTIONS, type Section } from './sections';
import classes from './SettingsWindow.module.css';
import { useTexts } from './texts';
import { Waiting } from '../../ui/Waiting';

const screens = new Map<string, ComponentType>(
  SECTIONS.map((section) => [section.id, lazyPart(section.load)]),
);

function Entries({ sections, chosen }: { sections: readonly Section[]; chosen: Section }) {
  const { t } = useTexts();
  return (
    <nav className={classes['list']} aria-label={t('sections')}>
      {GROUPS.map((group) => {
        const here = sections.filter((section) => section.group === group);
        if (here.length === 0) return null;
        return (
          <div key={group} className={classes['group']}>
            <h3 className={classes['heading']}>{t(`group.${group}`)}</h3>
            {here.map((section) => (
              <UnstyledButton
                key={section.id}
                className={classes['entry']}
                aria-current={section.id === chosen.id ? 'page' : undefined}
                onClick={() => openSettings(section.id)}
              >
                <section.icon size={16} stroke={1.5} aria-hidden />
                {t(`label.${section.label}`)}
              </UnstyledButton>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

/** All settings in one window: the sections on the left, the chosen one beside them. */
export function SettingsWindow() {
  const { t } = useTexts();
  const { open, section } = useSettings();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const sections = SECTIONS.filter((candidate) => isAdmin || !candidate.adminOnly);
  const narrow = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false });
  const chosen = sections.find(({ id, number }) => id === section || number === section) ?? sections[0];
  if (chosen === undefined) return null;
  const screen = screens.get(chosen.id);
  return (
    <Modal
      opened={open}
      onClose={closeSettings}
      title={t('title')}
      size={980}
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
    >
      <NativeSelect
        className={classes['chooser'] ?? ''}
        aria-label={t('sections')}
        value={chosen.id}
        onChange={(event) => openSettings(event.currentTarget.value)}
        data={sections.map((candidate) => ({ value: candidate.id, label: t(`label.${candidate.label}`) }))}
      />
      <Entries sections={sections} chosen={chosen} />
      <section className={classes['section']} aria-label={t(`label.${chosen.label}`)}>
        <h2 className={classes['title']}>{t(`label.${chosen.label}`)}</h2>
        <SilentBoundary key={chosen.id}>
          <Suspense fallback={<Waiting label={t('loading')} />}>{screen === undefined ? null : createElement(screen)}</Suspense>
        </SilentBoundary>
      </section>
    </Modal>
  );
}
