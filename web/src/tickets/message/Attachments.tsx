import { IconFile, IconPhotoOff } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '../../api/types';
import { byteSize } from '../../ui/bytes';
import { lazyPart } from '../../ui/lazyPart';
import classes from './Attachments.module.css';

const Viewer = lazyPart(async () => (await import('./Viewer')).Viewer);

function isImage(file: Attachment): boolean {
  return file.mime.startsWith('image/') && file.mime !== 'image/svg+xml';
}

function Picture({ file, onOpen }: { file: Attachment; onOpen: () => void }) {
  const { t } = useTranslation();
  const [broken, setBroken] = useState(false);
  const [small, setSmall] = useState(false);
  return (
    <button type="button" className={classes['picture']} onClick={onOpen} aria-label={t('attachment.open', { name: file.filename })}>
      {broken ? (
        <IconPhotoOff size={24} stroke={1.5} aria-hidden />
      ) : (
        <img
          src={file.url}
          alt={file.filename}
          loading="lazy"
          data-small={small || undefined}
          onLoad={(event) => setSmall(event.currentTarget.naturalWidth < 200 && event.currentTarget.naturalHeight < 150)}
          onError={() => setBroken(true)}
        />
      )}
    </button>
  );
}

/** Pictures in place with reserved room, played media, and everything else as a named file. */
export function Attachments({ files }: { files: readonly Attachment[] }) {
  const [viewed, setViewed] = useState<Attachment | null>(null);
  return (
    <div className={classes['files']}>
      {files.map((file) => {
        if (isImage(file)) return <Picture key={file.id} file={file} onOpen={() => setViewed(file)} />;
        if (file.mime.startsWith('audio/')) return <audio key={file.id} controls preload="metadata" src={file.url} aria-label={file.filename} className={classes['audio']} />;
        if (file.mime.startsWith('video/')) return <video key={file.id} controls preload="metadata" src={file.url} className={classes['video']} />;
        return (
          <a key={file.id} className={classes['file']} href={file.url} download={file.filename}>
            <IconFile size={18} stroke={1.5} aria-hidden />
            <span className={classes['name']}>{file.filename}</span>
            <span className={classes['size']}>{byteSize(file.size)}</span>
          </a>
        );
      })}
      {viewed === null ? null : (
        <Suspense>
          <Viewer file={viewed} onClose={() => setViewed(null)} />
        </Suspense>
      )}
    </div>
  );
}
