import { create } from 'zustand';

interface SettingsState {
  /** Whether the dialog was ever asked for; its code is loaded then. */
  wanted: boolean;
  open: boolean;
  /** Its id or its number; which sections there are comes with the dialog. */
  section: string | number | null;
}

export const useSettings = create<SettingsState>()(() => ({ wanted: false, open: false, section: null }));

/** Opens the settings, at a section by its id or number; without one, where they were left. */
export function openSettings(section?: string | number): void {
  useSettings.setState((state) => ({ wanted: true, open: true, section: section ?? state.section }));
}

export function closeSettings(): void {
  useSettings.setState({ open: false });
}
