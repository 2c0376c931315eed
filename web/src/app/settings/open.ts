import { create } from 'zustand';
import { SECTIONS } from './sections';

interface SettingsState {
  /** Whether the dialog was ever asked for; its code is loaded then. */
  wanted: boolean;
  open: boolean;
  section: string | null;
}

export const useSettings = create<SettingsState>()(() => ({ wanted: false, open: false, section: null }));

/** Opens the settings, at a section by its id or number; without one, where they were left. */
export function openSettings(section?: string | number): void {
  const found = SECTIONS.find((candidate) => candidate.id === section || candidate.number === section);
  useSettings.setState((state) => ({ wanted: true, open: true, section: found?.id ?? state.section }));
}

export function closeSettings(): void {
  useSettings.setState({ open: false });
}
