import { create } from 'zustand';

interface SettingsState {
  /** Whether the dialog was ever asked for; its code is loaded then. */
  wanted: boolean;
  /** What was asked for and is not open yet. Which sections there are comes with the dialog, which goes to their address. */
  asked: { section: string | number | null } | null;
  /** The section that was open last. */
  left: string | null;
}

export const useSettings = create<SettingsState>()(() => ({ wanted: false, asked: null, left: null }));

/** Opens the settings, at a section by its id or number; without one, where they were left. */
export function openSettings(section?: string | number): void {
  useSettings.setState({ wanted: true, asked: { section: section ?? null } });
}
