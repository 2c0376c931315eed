import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { useProduct, useVariant } from '../../api/variant';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { useTexts } from '../texts';
import { ContactForm } from './ContactForm';
import { Public } from './Public';

/** A message to whoever runs the installation, here or on the form the operator named; it becomes a ticket. */
export function ContactPage() {
  const { t } = useTexts();
  const product = useProduct();
  const form = useVariant((state) => state.variant.contact_form ?? '');
  const page = useQuery({
    queryKey: ['contact'],
    queryFn: () => api.get('/api/contact'),
    enabled: form === '',
    retry: false,
  });
  if (form !== '') {
    return (
      <Public title={t('contact.title')} text={t('contact.text', { product })}>
        {/* A document of its own, not a screen of this one. */}
        <Button component="a" href={`/new_ticket/${encodeURIComponent(form)}`} leftSection={<IconPencil size={16} stroke={1.5} />}>
          {t('contact.write')}
        </Button>
      </Public>
    );
  }
  const closed = page.data?.available === false;
  return (
    <Public title={t('contact.title')} text={t(closed ? 'contact.none' : 'contact.text', { product })}>
      {page.error !== null ? (
        <ErrorPlace compact problem={asProblem(page.error)} title={t('contact.failed')} onRetry={() => void page.refetch()} />
      ) : page.data === undefined ? (
        <Skeleton height={240} maw="62ch" role="progressbar" aria-label={t('contact.loading')} />
      ) : closed ? null : (
        <ContactForm most={page.data.message_max} />
      )}
    </Public>
  );
}
