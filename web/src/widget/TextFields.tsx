import { Textarea, TextInput } from '@mantine/core';
import type { LanguageCode } from '../i18n/i18n';
import { GREETING_MAX, LAUNCHER_MAX, TITLE_MAX, type WidgetTexts } from './model';
import { useTexts } from './texts';

interface Props {
  language: LanguageCode;
  texts: WidgetTexts;
  /** Whether there is a greeting, whose words are asked for then. */
  greets: boolean;
  faults: Readonly<Record<string, string>>;
  onChange: (texts: WidgetTexts) => void;
}

/** The words of a widget in one language. */
export function TextFields({ language, texts, greets, faults, onChange }: Props) {
  const { t } = useTexts();
  const field = (name: keyof WidgetTexts) => ({
    w: '100%',
    label: t(`text.${name}`),
    description: t(`text.${name}_hint`),
    lang: language,
    value: texts[name],
    error: faults[`texts.${language}.${name}`],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...texts, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput {...field('title')} maxLength={TITLE_MAX} />
      <TextInput {...field('launcher')} maxLength={LAUNCHER_MAX} />
      {greets ? <Textarea {...field('greeting')} autosize minRows={2} maxRows={5} maxLength={GREETING_MAX} /> : null}
    </>
  );
}
