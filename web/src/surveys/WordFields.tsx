import { Textarea, TextInput } from '@mantine/core';
import type { Words } from './model';
import { useTexts } from './texts';

interface Props {
  language: string;
  words: Words | undefined;
  faults: Readonly<Record<string, string>>;
  onChange: (words: Words) => void;
}

/** The words of a survey in one language. */
export function WordFields({ language, words, faults, onChange }: Props) {
  const { t } = useTexts();
  const kept: Words = { title: '', intro: '', invite: '', thanks: '', ...words };
  const field = (name: keyof Words) => ({
    label: t(`field.${name}`),
    description: t(`field.${name}_hint`),
    lang: language,
    value: kept[name],
    error: faults[`words.${language}.${name}`],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...kept, [name]: event.currentTarget.value }),
  });
  return (
    <>
      <Textarea {...field('invite')} autosize minRows={2} maxRows={6} maxLength={1000} />
      <TextInput {...field('title')} maxLength={120} />
      <Textarea {...field('intro')} autosize minRows={2} maxRows={6} maxLength={1000} />
      <Textarea {...field('thanks')} autosize minRows={2} maxRows={6} maxLength={1000} />
    </>
  );
}
