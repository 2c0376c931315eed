import { useLocalStorage } from '@mantine/hooks';

/** Sessions long gone leave the memory, so that it does not grow for ever. */
const KEPT = 200;

/** Whether a group is folded, kept over reloads. */
export function useCollapsed(session: string): [boolean, () => void] {
  const [folded, setFolded] = useLocalStorage<string[]>({
    key: 'patchbay.livechat.collapsed',
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const collapsed = folded.includes(session);
  const toggle = () =>
    setFolded(collapsed ? folded.filter((one) => one !== session) : [...folded, session].slice(-KEPT));
  return [collapsed, toggle];
}
