import { Button } from '@mantine/core';
import { IconCategory, IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { moved } from '../../settings/order';
import { OrderedRow } from '../../settings/OrderedRow';
import { useSettingsChange } from '../../settings/useSettingsChange';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { SettingsListHead, SettingsListSkeleton } from '../../ui/SettingsList';
import kept from '../../ui/settingsList.module.css';
import { categoryName, CODES, nameOfLanguage } from '../model';
import { useCategories } from '../queries';
import { useTexts } from '../texts';
import type { Category } from '../types';
import { CategoryForm } from './CategoryForm';
import classes from './manage.module.css';
import { RoomHead } from './RoomHead';

/** How many articles a category has, and in which languages it is called as in English. */
function metaOf({ articles, names }: Category, t: TFunction): string {
  const missing = CODES.filter((code) => !names[code]).map(nameOfLanguage);
  return [t('articles', { count: articles }), missing.length === 0 ? '' : t('unnamed', { languages: missing.join(', ') })].filter((part) => part !== '').join(' · ');
}

function List({ onOpen }: { onOpen: (category: Category | 'new') => void }) {
  const { t, language } = useTexts();
  const { data, error, refetch } = useCategories();
  const { busy, change } = useSettingsChange(refetch);
  if (data === undefined) {
    if (error === null) return <SettingsListSkeleton label={t('loading')} />;
    return <ErrorPlace problem={asProblem(error)} title={t('categories_failed')} onRetry={() => void refetch()} />;
  }
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => onOpen('new')}>
      {t('category_new')}
    </Button>
  );
  if (data.length === 0) return <EmptyPlace icon={<IconCategory size={20} stroke={1.5} />} title={t('categories_empty')} text={t('categories_empty_text')} action={add} />;
  const ids = data.map(({ id }) => id);
  return (
    <>
      <SettingsListHead about={t('categories_about')}>{add}</SettingsListHead>
      <ol className={kept['rows']} aria-label={t('place.categories')}>
        {data.map((category, at) => {
          const name = categoryName(category, language);
          return (
            <OrderedRow
              key={category.id}
              name={name}
              meta={metaOf(category, t)}
              busy={busy}
              at={at}
              of={data.length}
              words={{ up: t('up', { name }), down: t('down', { name }), remove: t('category_remove', { name }) }}
              onOpen={() => onOpen(category)}
              onMove={(by) => change(() => api.put('/api/knowledge/categories/order', { json: { ids: moved(ids, category.id, by) } }))}
              remove={{
                title: t('category_remove', { name }),
                text: t('category_remove_text'),
                confirm: t('remove'),
                run: () => change(() => api.delete('/api/knowledge/categories/{id}', { path: { id: category.id } })),
              }}
            />
          );
        })}
      </ol>
    </>
  );
}

/** Categories in their order, each with its names. */
export function CategoriesPage() {
  const [open, setOpen] = useState<Category | 'new' | null>(null);
  return (
    <div className={classes['page']}>
      <RoomHead />
      {open === null ? <List onOpen={setOpen} /> : <CategoryForm known={open === 'new' ? null : open} onDone={() => setOpen(null)} />}
    </div>
  );
}
