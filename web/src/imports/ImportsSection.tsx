import { useState } from 'react';
import { AdminsOnly } from '../settings/AdminsOnly';
import { useOpenForm } from '../ui/useDraft';
import { FileStep } from './FileStep';
import { ImportPage } from './ImportPage';
import { useImportEvents } from './queries';
import { StartPage } from './StartPage';
import { useTexts } from './texts';
import type { ImportKind } from './types';

/** What is open beside the list: the step of the file, or one import. */
export type OpenStep = { kind: ImportKind } | { id: number };

/** CSV import and export of contacts and tickets. */
export function ImportsSection() {
  const { t } = useTexts();
  return (
    <AdminsOnly t={t}>
      <Steps />
    </AdminsOnly>
  );
}

function Steps() {
  const [open, setOpen] = useOpenForm<OpenStep>('imports');
  const [follows, setFollows] = useState(false);
  useImportEvents();

  function go(to: OpenStep | null): void {
    setFollows(true);
    setOpen(to);
  }

  if (open === null || open === 'new') return <StartPage follows={follows} onOpen={go} />;
  if ('kind' in open) return <FileStep kind={open.kind} follows={follows} onMade={(id) => go({ id })} onBack={() => go(null)} />;
  return <ImportPage key={open.id} id={open.id} follows={follows} onBack={() => go(null)} />;
}
