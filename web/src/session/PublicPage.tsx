import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../api/variant';
import { BrandMark } from '../ui/BrandMark';
import { LanguageMenu } from '../ui/LanguageMenu';
import classes from './LoginPage.module.css';

/** The frame of the pages before the sign-in. */
export function PublicPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation();
  const product = useProduct();
  return (
    <main className={classes['page']}>
      <div className={classes['top']}>
        <LanguageMenu />
      </div>
      <div className={classes['panel']}>
        <div className={classes['brand']}>
          <BrandMark size={36} />
          <Title order={1} className={classes['title']}>
            {title}
          </Title>
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        </div>
        {children}
      </div>
      <Text className={classes['foot']} size="xs" c="dimmed">
        {t('login.foot', { product })}
      </Text>
    </main>
  );
}
