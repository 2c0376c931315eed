import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { SettingsListSkeleton } from '../ui/SettingsList';
import { useOpenForm } from '../ui/useDraft';
import { Denied } from './AdminsOnly';
import { AddButton, SectionHead } from './SectionHead';
import type { SettingsListState } from './useSettingsList';
import type { SectionWords } from './words';

interface WaitProps<T> {
  words: Pick<SectionWords, 'denied' | 'deniedText' | 'loading' | 'failed'>;
  list: SettingsListState<T>;
  children: (data: T) => ReactNode;
}

/** What is listed once it is there; before that, why it is not. */
export function SettingsWait<T>({ words, list, children }: WaitProps<T>) {
  if (!list.allowed) return <Denied {...words} />;
  if (list.data !== undefined && list.problem === null) return children(list.data);
  if (list.problem === null) return <SettingsListSkeleton label={words.loading} />;
  return <ErrorPlace compact problem={list.problem} title={words.failed} onRetry={() => void list.reload()} />;
}

interface Props<T> {
  /** Under which it is remembered what is open. */
  name: string;
  icon: Icon;
  words: SectionWords;
  list: SettingsListState<readonly T[]>;
  /** The form of one of them, or of a new one. `done` reads the list again, `close` only goes back to it. */
  form?: (known: T | null, done: () => void, close: () => void) => ReactNode;
  /** Where the form has to know what the list brings. */
  formWaits?: boolean;
  /** The search above the list, where it has one. */
  search?: ReactNode;
  /** What stands around the list. */
  frame?: (list: ReactNode) => ReactNode;
  children: (items: readonly T[], open: (item: T) => void) => ReactNode;
}

/** A section of the settings: what is kept, in a list, and the form that opens in its place. */
export function SettingsSection<T>({ name, icon, words, list, form, formWaits = false, search, frame, children }: Props<T>) {
  const [edited, setEdited] = useOpenForm<T>(name);
  const { allowed, data, problem, reload } = list;
  const close = () => setEdited(null);
  const done = () => {
    close();
    void reload();
  };
  const ready = data !== undefined && problem === null;
  if (allowed && edited !== null && form !== undefined && (ready || !formWaits)) return form(edited === 'new' ? null : edited, done, close);
  const add = form === undefined ? null : <AddButton label={words.add} onClick={() => setEdited('new')} />;
  return (
    <SettingsWait words={words} list={list}>
      {(items) => {
        const shown = (
          <Shown icon={icon} words={words} add={add} search={search} empty={items.length === 0} beside={frame !== undefined}>
            {children(items, setEdited)}
          </Shown>
        );
        return frame === undefined ? shown : frame(shown);
      }}
    </SettingsWait>
  );
}

interface ShownProps {
  icon: Icon;
  words: SectionWords;
  add: ReactNode;
  search: ReactNode;
  empty: boolean;
  /** Whether more stands around the list, which has to stay in sight. */
  beside: boolean;
  children: ReactNode;
}

function Shown({ icon: Mark, words, add, search, empty, beside, children }: ShownProps) {
  if (empty) {
    const place = <EmptyPlace icon={<Mark size={20} stroke={1.5} />} title={words.empty} text={words.emptyText} action={add ?? undefined} />;
    // By itself it fills the section.
    return beside ? <div>{place}</div> : place;
  }
  return (
    <>
      <SectionHead about={words.about} add={add} search={search} />
      {children}
    </>
  );
}
