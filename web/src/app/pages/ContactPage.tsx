import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useProduct, useVariant } from '../../api/variant';
import { useTexts } from '../texts';
import { Public } from './Public';

/** Leads to the form the operator named; what is written there becomes a ticket. */
export function ContactPage() {
  const t = useTexts();
  const product = useProduct();
  const form = useVariant((state) => state.variant.contact_form ?? '');
  return (
    <Public title={t('contact.title')} text={t(form === '' ? 'contact.none' : 'contact.text', { product })}>
      {form === '' ? null : (
        // A document of its own, not a screen of this one.
        <Button component="a" href={`/new_ticket/${encodeURIComponent(form)}`} leftSection={<IconPencil size={16} stroke={1.5} />}>
          {t('contact.write')}
        </Button>
      )}
    </Public>
  );
}
