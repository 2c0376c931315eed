import { Button } from '@mantine/core';
import { IconChevronDown, IconLayoutList } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useMe } from '../session/store';
import { lazyPart } from '../ui/lazyPart';
import { Menu } from '../ui/Menu';
import { SilentBoundary } from '../ui/SilentBoundary';
import { builtIns, choiceOf, type ListDoor } from './model';
import { needViews, useViews } from './store';
import { useTexts } from './texts';
import { ViewItems } from './ViewItems';
import classes from './views.module.css';

const ViewsDialog = lazyPart(async () => (await import('./ViewsDialog')).ViewsDialog);

interface Props {
  door: ListDoor;
  /** There is little room for its button. */
  narrow: boolean;
}

/** The lists to choose by their name, and the way to more of them. */
export function ViewsMenu({ door, narrow }: Props) {
  const { t } = useTexts();
  const { username } = useMe();
  const views = useViews((state) => state.views);
  // Each opening is a dialog of its own; the last one stays so that it can fade out.
  const [dialog, setDialog] = useState<{ turn: number; open: boolean; begin: 'save' | 'arrange' }>({ turn: 0, open: false, begin: 'save' });
  useEffect(needViews, []);

  const ready = builtIns(username).map((choice) => ({ ...choice, name: t(choice.key) }));
  const saved = views.map((view) => ({ ...choiceOf(view), name: view.name }));
  const active = [...ready, ...saved].find((choice) => door.shows(choice));
  const open = (begin: 'save' | 'arrange') => setDialog(({ turn }) => ({ turn: turn + 1, open: true, begin }));
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button
            variant="default"
            size={narrow ? 'compact-sm' : 'compact-md'}
            className={classes['button'] ?? ''}
            leftSection={narrow ? null : <IconLayoutList size={14} stroke={1.5} />}
            rightSection={narrow ? null : <IconChevronDown size={14} stroke={1.5} />}
            aria-label={active === undefined ? t('views') : t('views_now', { name: active.name })}
          >
            {narrow ? <IconLayoutList size={16} stroke={1.5} aria-hidden /> : (active?.name ?? t('views'))}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewItems door={door} active={active?.key} onSave={() => open('save')} onArrange={() => open('arrange')} />
        </Menu.Dropdown>
      </Menu>
      {dialog.turn === 0 ? null : (
        <SilentBoundary turn={dialog.turn}>
          <ViewsDialog
            key={dialog.turn}
            opened={dialog.open}
            begin={dialog.begin}
            door={door}
            onClose={() => setDialog((now) => ({ ...now, open: false }))}
          />
        </SilentBoundary>
      )}
    </>
  );
}
