import { ColorInput, ColorSwatch, Group, Radio } from '@mantine/core';
import { FieldGroup } from '../settings/FieldGroup';
import { accentFor } from '../ui/accent';
import type { WidgetDraft } from './model';
import { useTexts } from './texts';

const POSITIONS = ['left', 'right'] as const satisfies readonly WidgetDraft['position'][];

interface Props {
  draft: WidgetDraft;
  /** The colour of the chat page, which an empty one stands for; itself empty for the product's. */
  pageAccent: string;
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<WidgetDraft>) => void;
}

/** Appearance: at which edge of the window the launcher stands, and its colour. */
export function LookFields({ draft, pageAccent, faults, onChange }: Props) {
  const { t } = useTexts();
  const { position, accent } = draft;
  return (
    <FieldGroup title={t('look')}>
      <Radio.Group
        label={t('position')}
        value={position}
        error={faults['position']}
        onChange={(chosen) => onChange({ position: POSITIONS.find((one) => one === chosen) ?? 'right' })}
      >
        <Group mt={8} gap="md">
          {POSITIONS.map((one) => (
            <Radio key={one} value={one} label={t(`side.${one}`)} />
          ))}
        </Group>
      </Radio.Group>
      <ColorInput
        label={t('accent')}
        description={t('accent_hint')}
        format="hex"
        withEyeDropper={false}
        // What was typed stays, so that a wrong colour can be said to be one.
        fixOnBlur={false}
        placeholder={pageAccent}
        {...(accent === '' ? { leftSection: <ColorSwatch size={18} color={accentFor(pageAccent, false).fill} /> } : {})}
        value={accent}
        error={faults['accent']}
        onChange={(value) => onChange({ accent: value })}
      />
    </FieldGroup>
  );
}
