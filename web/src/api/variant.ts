import { create } from 'zustand';
import { api } from './client';
import { noteError } from './errorLog';
import type { Mine, Variant } from './types';

/** What is shown when the server could not say: the whole desk under its own name. */
export const WHOLE_DESK: Variant = {
  id: 'all-in-one',
  name: 'Patchbay',
  shades: ['#e9f7f5', '#d0ece9', '#a3dbd5', '#6fccc2', '#3cc0b4', '#22a79c', '#12908a', '#0b7a75', '#08625e', '#064b48'],
  selected_light: '#e5f4f2',
  selected_dark: '#17312f',
  on_dark: '#08201e',
  features: ['tickets', 'livechat', 'report', 'chats', 'contacts', 'case', 'calendar', 'knowledgebase', 'call', 'supervisory', 'customer_analysis'],
  hidden_menu: ['/call_config', '/call', '/report/call'],
  logo: '',
  notification_pictures: '/api/photos',
};

const NOTHING: Mine = { restore_ticket: false, customer_analysis: false, dashboard: false };

interface VariantState {
  /** Whether the server has said which it is, or could not. */
  settled: boolean;
  variant: Variant;
  /** What the configuration gives the person who is logged in. */
  mine: Mine;
  /** Whether the server has said so, or could not. */
  mineKnown: boolean;
}

/** The variant of the product that this host name shows: its name, colours, logo and menu. */
export const useVariant = create<VariantState>()(() => ({ settled: false, variant: WHOLE_DESK, mine: NOTHING, mineKnown: false }));

/** The product's name at this host. */
export function useProduct(): string {
  return useVariant((state) => state.variant.name);
}

export async function loadVariant(): Promise<void> {
  try {
    useVariant.setState({ settled: true, variant: await api.get('/api/variant') });
  } catch (thrown) {
    noteError('the variant', thrown);
    useVariant.setState({ settled: true });
  }
}

export async function loadMine(): Promise<void> {
  try {
    useVariant.setState({ mine: await api.get('/api/variant/mine') });
  } finally {
    useVariant.setState({ mineKnown: true });
  }
}
