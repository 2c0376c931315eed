import { UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { GROUPS, type Section } from './sections';
import classes from './SettingsWindow.module.css';
import { useTexts } from './texts';

interface Props {
  sections: readonly Section[];
  chosen: Section | undefined;
  onChoose: (id: string) => void;
}

/** Every section, in its group. */
export function SectionList({ sections, chosen, onChoose }: Props) {
  const { t } = useTexts();
  const list = useRef<HTMLElement>(null);
  // Opened by its address, a section may stand far down.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <nav ref={list} className={classes['list']} aria-label={t('sections')}>
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
                aria-current={section.id === chosen?.id ? 'page' : undefined}
                onClick={() => onChoose(section.id)}
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
