import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OutContent } from '../../../api/content';
import type { SendRules } from '../../../api/types';
import { isOffered, type OutKind } from '../offers';
import { ChoicesForm } from './ChoicesForm';
import { ContactForm } from './ContactForm';
import { LocationForm } from './LocationForm';
import { TemplateForm } from './TemplateForm';

export interface EditorProps<Kind extends OutKind> {
  /** What is being changed; undefined for a new one. */
  known: Extract<OutContent, { kind: Kind }> | undefined;
  onDone: (content: OutContent) => void;
}

interface Props {
  kind: OutKind;
  known: OutContent | undefined;
  rules: SendRules;
  /** Templates used before are remembered per channel. */
  channel: string;
  onDone: (content: OutContent) => void;
  onClose: () => void;
}

function Form({ kind, known, rules, channel, onDone }: Omit<Props, 'onClose'>) {
  switch (kind) {
    case 'location':
      return <LocationForm known={known?.kind === kind ? known : undefined} onDone={onDone} />;
    case 'contact':
      return <ContactForm known={known?.kind === kind ? known : undefined} onDone={onDone} />;
    case 'quick_replies':
    case 'buttons':
      return <ChoicesForm kind={kind} known={known?.kind === kind ? known.items : []} rules={rules} onDone={onDone} />;
    case 'template':
      return <TemplateForm known={known?.kind === kind ? known : undefined} channel={channel} onDone={onDone} />;
  }
}

/** The window in which a place, a card, choices or a template are put together. */
export function ContentEditor({ onClose, ...form }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t(`content.${form.kind}`)} closeButtonProps={{ 'aria-label': t('action.close') }}>
      {isOffered(form.kind, form.rules) ? null : (
        <Text size="sm" c="dimmed" mb="sm">
          {t('composer.as_words_long')}
        </Text>
      )}
      <Form {...form} />
    </Modal>
  );
}
