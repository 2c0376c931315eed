import {
  createTheme,
  defaultVariantColorsResolver,
  mergeThemeOverrides,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';
import type { Variant } from '../api/types';

const teal: MantineColorsTuple = [
  '#e9f7f5',
  '#d0ece9',
  '#a3dbd5',
  '#6fccc2',
  '#3cc0b4',
  '#22a79c',
  '#12908a',
  '#0b7a75',
  '#08625e',
  '#064b48',
];

/** Neutrals lean slightly to warm. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f3f0',
  '#eae8e4',
  '#dedbd5',
  '#c6c2ba',
  '#a09b91',
  '#6f6a61',
  '#565249',
  '#3b3833',
  '#23211e',
];

const dark: MantineColorsTuple = [
  '#e2dfda',
  '#bdb9b2',
  '#9d9991',
  '#6e6b65',
  '#3b3936',
  '#302e2b',
  '#262422',
  '#1b1a18',
  '#151412',
  '#0e0d0c',
];

/** Harm, dark enough to be read as text on white and light enough on the dark surface. */
const red: MantineColorsTuple = [
  '#fdf1ef',
  '#fae0dd',
  '#f6c3be',
  '#f5aaa3',
  '#f3968e',
  '#e4594f',
  '#cf3d33',
  '#bb2d24',
  '#9c241c',
  '#7d1d17',
];

const SOFT: Readonly<Record<string, string>> = { orange: 'amber', yellow: 'amber', red: 'red' };

/**
 * Accessible name of a dialog, given as soon as its title is drawn. The library gives it (`aria-labelledby`) only
 * with a later drawing, so that a screen reader might read a dialog without one first; it takes it away with the title.
 */
function nameDialog(title: HTMLElement | null): void {
  title?.closest('[role=dialog]')?.setAttribute('aria-labelledby', title.id);
}

const shared = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  colors: { accent: teal, teal, gray, dark, red },
  // The accent is light in the dark scheme, so what stands on it must be dark there.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    // With a light accent the library would draw harm almost white there.
    if (input.color === 'red' && input.variant === 'outline') {
      return { ...colors, border: '1px solid var(--pb-red)', color: 'var(--pb-red)', hover: 'var(--pb-red-soft)' };
    }
    // The library goes by the light scheme's shade, on which white is read; the dark one's is pale.
    if (input.color === 'red' && input.variant === 'filled') {
      return { ...colors, background: 'var(--pb-harm)', hover: 'var(--pb-harm-hover)', color: '#ffffff' };
    }
    // A button without a box is read as text, for which the library's shades are too near black and white.
    if (input.variant === 'subtle' && (input.color === undefined || input.color === 'accent' || input.color === 'red')) {
      return { ...colors, color: `var(--pb-${input.color ?? 'accent'})`, hover: 'var(--pb-hover)' };
    }
    // What warns has the colours that warn elsewhere; the library's own are brighter than anything here.
    const tone = input.variant === 'light' ? SOFT[input.color ?? ''] : undefined;
    if (tone !== undefined) {
      return { ...colors, background: `var(--pb-${tone}-soft)`, hover: `var(--pb-${tone}-soft)`, color: `var(--pb-${tone})` };
    }
    const accent = input.color === undefined || input.color === 'accent';
    if (!accent || input.variant !== 'filled') return colors;
    return {
      ...colors,
      background: 'var(--pb-accent)',
      hover: 'var(--pb-accent-hover)',
      color: 'var(--pb-on-accent)',
    };
  },
  black: '#1f1d1a',
  white: '#ffffff',
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '32px' },
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Noto Sans SC', 'Microsoft YaHei', sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '1.3' },
      h2: { fontSize: '16px', lineHeight: '1.4' },
      h3: { fontSize: '14px', lineHeight: '1.45' },
    },
  },
  shadows: {
    xs: '0 1px 2px rgb(30 25 15 / 6%)',
    sm: '0 2px 8px rgb(30 25 15 / 8%)',
    md: '0 6px 24px -4px rgb(30 25 15 / 14%)',
    lg: '0 12px 36px -6px rgb(30 25 15 / 18%)',
    xl: '0 20px 60px -10px rgb(30 25 15 / 24%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  // Plain objects: a component named here would be part of the first load.
  components: {
    Avatar: {
      vars: () => ({
        root: { '--avatar-bg': 'var(--pb-chip)', '--avatar-color': 'var(--pb-on-chip)', '--avatar-radius': '50%' },
      }),
    },
    Badge: { styles: { label: { textTransform: 'none', fontWeight: 550, letterSpacing: 0 } } },
    SegmentedControl: {
      defaultProps: { withItemsBorders: false },
      styles: {
        root: { background: 'var(--pb-chip)' },
        indicator: { background: 'var(--pb-surface)' },
      },
    },
    Modal: {
      defaultProps: { size: 500, centered: true, transitionProps: { duration: 140 } },
      // Its edge shows on the dark scheme, too, unless it fills the screen.
      styles: (_: unknown, { fullScreen }: { fullScreen?: boolean }) => ({
        title: { fontSize: 15, fontWeight: 600 },
        content: fullScreen === true ? {} : { border: '1px solid var(--pb-line)' },
      }),
    },
    ModalTitle: { defaultProps: { ref: nameDialog } },
    DrawerTitle: { defaultProps: { ref: nameDialog } },
    Tooltip: {
      defaultProps: { openDelay: 400, transitionProps: { duration: 120 }, fz: 12 },
    },
    Button: {
      defaultProps: { size: 'sm', fw: 550 },
      // The library's smallest is lower than a finger or a shaky hand can be asked to meet.
      vars: (_: unknown, { size }: { size?: string }) => (size === 'compact-xs' ? { root: { '--button-height': '26px', '--button-padding-x': '9px' } } : { root: {} }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    InputWrapper: { styles: { label: { marginBottom: 4 }, description: { fontSize: 12 }, error: { fontSize: 12 } } },
    // A tick is drawn on the accent, which is light in the dark scheme.
    Checkbox: { defaultProps: { iconColor: 'var(--pb-on-accent)' } },
    Radio: { defaultProps: { iconColor: 'var(--pb-on-accent)' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    // The line below all tabs is a hairline as every other; the one below the chosen tab stays.
    Tabs: { styles: { list: { '--tabs-list-border-size': '0 0 1px 0' } } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Select: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md' } } },
  },
});

/** The accent's shades are all that a variant of the product changes. */
export function themeFor({ shades }: Pick<Variant, 'shades'>) {
  return mergeThemeOverrides(shared, { colors: { accent: shades as unknown as MantineColorsTuple } });
}

/** The named colours of `tokens.css` that follow the accent. */
export function variablesFor({ shades, selected_light, selected_dark, on_dark }: Variant): CSSVariablesResolver {
  const light = { '--pb-accent': shades[7] ?? '', '--pb-accent-hover': shades[8] ?? '', '--pb-selected': selected_light };
  const dark = {
    '--pb-accent': shades[4] ?? '',
    '--pb-accent-hover': shades[3] ?? '',
    '--pb-on-accent': on_dark,
    '--pb-selected': selected_dark,
  };
  return () => ({ variables: {}, light, dark });
}
