import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api/client';
import { NumberField } from '../NumberField';
import { useTexts } from './texts';

/** The number that was called: one of the desk's with the name of its channel, or any other. */
export function DidField({ value, onChange }: { value: string; onChange: (did: string) => void }) {
  const { t } = useTexts();
  const { data, isError } = useQuery({ queryKey: ['call-lines'], queryFn: ({ signal }) => api.get('/api/proxy/imc_user', { signal }) });
  const numbers = Object.entries(data ?? {}).map(([number, name]) => ({ number, name }));
  return (
    <div>
      <NumberField label={t('did')} placeholder={t('any')} maxLength={64} numbers={numbers} value={value} onChange={onChange} />
      {isError ? (
        <Text role="alert" size="xs" c="var(--pb-red)" mt={4}>
          {t('lines_failed')}
        </Text>
      ) : null}
    </div>
  );
}
