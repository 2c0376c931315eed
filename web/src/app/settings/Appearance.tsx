import { Radio, Stack, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, setLanguage, type LanguageCode } from '../../i18n/i18n';
import { useTexts } from './texts';

const SCHEMES: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Theme and language, kept in this browser. */
export function Appearance() {
  const { t } = useTexts();
  const { t: common, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="xl">
      <Radio.Group
        label={common('account.theme')}
        description={t('appearance.theme')}
        value={colorScheme}
        onChange={(value) => setColorScheme(value)}
      >
        <Stack gap="xs" mt="sm">
          {SCHEMES.map((scheme) => (
            <Radio key={scheme} value={scheme} label={common(`account.theme_${scheme}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group
        label={common('account.language')}
        description={t('appearance.language')}
        value={i18n.resolvedLanguage ?? 'en'}
        onChange={(value) => void setLanguage(value as LanguageCode)}
      >
        <Stack gap="xs" mt="sm">
          {LANGUAGES.map((language) => (
            <Radio key={language.code} value={language.code} label={<span lang={language.code}>{language.name}</span>} />
          ))}
        </Stack>
      </Radio.Group>
    </Stack>
  );
}
