import { Button } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { useTexts } from '../texts';

/** Stands where the call that goes on would be; `last` leads to the one that has just ended. */
export function NoCall({ last }: { last: string | null }) {
  const { t } = useTexts();
  return (
    <EmptyPlace
      icon={<IconPhone size={20} stroke={1.5} />}
      title={t('call.none')}
      text={t('call.none_text')}
      {...(last === null
        ? {}
        : {
            action: (
              <Button variant="default" size="xs" component={Link} to={last}>
                {t('call.last')}
              </Button>
            ),
          })}
    />
  );
}
