import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../api/variant';
import { BrandMark } from '../../ui/BrandMark';
import { LanguageMenu } from '../../ui/LanguageMenu';
import classes from './Public.module.css';

interface Props {
  title: string;
  text: string;
  children: ReactNode;
}

/** The frame of what everybody may read without a session; the log in is one click away. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const product = useProduct();
  return (
    <div className={classes['page']}>
      <header className={classes['top']}>
        <Link to="/" className={classes['brand']}>
          <BrandMark size={28} />
          {product}
        </Link>
        <LanguageMenu />
        <Button component={Link} to="/" variant="default" size="xs">
          {t('login.submit')}
        </Button>
      </header>
      {children}
    </div>
  );
}

/** A page about the product that needs no session. */
export function Public({ title, text, children }: Props) {
  return (
    <PublicFrame>
      <main className={classes['main']}>
        <h1 className={classes['title']}>{title}</h1>
        <p className={classes['text']}>{text}</p>
        {children}
      </main>
    </PublicFrame>
  );
}
