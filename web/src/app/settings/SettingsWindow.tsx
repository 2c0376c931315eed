import { Modal, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLock, IconMapPinOff } from '@tabler/icons-react';
import { createElement, Suspense, useRef, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { SilentBoundary } from '../../ui/SilentBoundary';
import { Waiting } from '../../ui/Waiting';
import { lazyPart } from '../lazyScreen';
import { SectionList } from './SectionList';
import { SECTIONS, useSections, type Section } from './sections';
import { SettingsSearch } from './SettingsSearch';
import classes from './SettingsWindow.module.css';
import { useTexts } from './texts';
import { useSettingsAddress } from './useSettingsAddress';

const screens = new Map<string, ComponentType>(
  SECTIONS.map((section) => [section.id, lazyPart(section.load)]),
);

/** What the address names: the section's screen, or why there is none. */
function SectionScreen({ section, allowed }: { section: Section | undefined; allowed: boolean }) {
  const { t } = useTexts();
  if (section === undefined) return <EmptyPlace icon={<IconMapPinOff size={20} stroke={1.5} />} title={t('unknown')} text={t('unknown_text')} />;
  const screen = screens.get(section.id);
  return (
    <>
      <h2 className={classes['title']}>{t(`label.${section.label}`)}</h2>
      {allowed ? (
        <SilentBoundary key={section.id}>
          <Suspense fallback={<Waiting label={t('loading')} />}>{screen === undefined ? null : createElement(screen)}</Suspense>
        </SilentBoundary>
      ) : (
        <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />
      )}
    </>
  );
}

/** All settings in one window: the sections on the left, the chosen one beside them. */
export function SettingsWindow() {
  const { t } = useTexts();
  const { open, section, go, close } = useSettingsAddress();
  const sections = useSections();
  const narrow = useMediaQuery('(max-width: 720px)', false, { getInitialValueInEffect: false });
  const [query, setQuery] = useState('');
  const place = useRef<HTMLElement>(null);
  const chosen = sections.find(({ id }) => id === section?.id);

  function leave() {
    setQuery('');
    close();
  }
  /** What was found is what one wants to read and to fill in. */
  function find({ id }: Section) {
    // On a narrow screen the section is not there to take the focus while the results are.
    flushSync(() => setQuery(''));
    go(id);
    place.current?.focus();
  }

  return (
    <Modal
      opened={open}
      onClose={leave}
      title={t('title')}
      size={980}
      fullScreen={narrow}
      closeButtonProps={{ 'aria-label': t('close') }}
      classNames={{ body: classes['body'] ?? '', content: classes['content'] ?? '' }}
    >
      <div className={classes['side']} data-region="sections" data-searching={query.trim() !== '' || undefined} data-lost={section === undefined || undefined}>
        <SettingsSearch query={query} sections={sections} onQuery={setQuery} onChoose={find} />
        <NativeSelect
          className={classes['chooser'] ?? ''}
          aria-label={t('sections')}
          value={chosen?.id ?? ''}
          onChange={(event) => go(event.currentTarget.value)}
          data={[
            ...(chosen === undefined ? [{ value: '', label: t('choose'), disabled: true }] : []),
            ...sections.map((candidate) => ({ value: candidate.id, label: t(`label.${candidate.label}`) })),
          ]}
        />
        <SectionList sections={sections} chosen={chosen} onChoose={go} />
      </div>
      <section ref={place} tabIndex={-1} className={classes['section']} data-region="section" data-opened aria-label={section === undefined ? t('unknown') : t(`label.${section.label}`)}>
        <SectionScreen section={section} allowed={chosen !== undefined} />
      </section>
    </Modal>
  );
}
