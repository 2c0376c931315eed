import { Button, UnstyledButton } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { NavItem } from './nav';
import classes from './Nav.module.css';
import { useTexts } from './texts';

interface Props {
  items: readonly NavItem[];
  /** The addresses whose entries hide while the panel is collapsed. */
  hidden: readonly string[];
  onHidden: (hidden: string[]) => void;
  onDone: () => void;
}

/** The navigation while one chooses which entries hide in the collapsed panel. */
export function NavEdit({ items, hidden, onHidden, onDone }: Props) {
  const { t: common } = useTranslation();
  const { t } = useTexts();
  return (
    <>
      <p className={classes['hint']}>{t('menu.hint')}</p>
      {items.map((item) => {
        const name = common(item.label);
        const hides = hidden.includes(item.to);
        const EyeIcon = hides ? IconEyeOff : IconEye;
        return (
          <UnstyledButton
            key={item.to}
            className={classes['entry'] ?? ''}
            data-hides={hides || undefined}
            aria-label={t(hides ? 'menu.show' : 'menu.hide', { name })}
            onClick={() => onHidden(hides ? hidden.filter((to) => to !== item.to) : [...hidden, item.to])}
          >
            <item.icon size={20} stroke={1.5} aria-hidden />
            <span className={classes['label']}>{name}</span>
            <EyeIcon size={16} stroke={1.5} className={classes['eye'] ?? ''} aria-hidden />
          </UnstyledButton>
        );
      })}
      <Button size="compact-xs" variant="default" onClick={onDone}>
        {t('menu.done')}
      </Button>
    </>
  );
}
