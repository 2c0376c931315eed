import { useLocation } from 'react-router';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { useSettings } from './open';

const SettingsWindow = lazyPart(parts.settings);

/** Where a frame has the settings: they come when they are asked for, or when the address is one of theirs. */
export function SettingsPlace() {
  const wanted = useSettings((state) => state.wanted);
  const { mask } = useLocation();
  return wanted || mask !== undefined ? <SettingsWindow /> : null;
}
