/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useShell } from '../shell';
import { t } from '../texts';
import { Icon, type IconName } from './parts';
import styles from './Place.module.css';

export interface PlaceProps {
  readonly clientName: string;
  readonly children: ComponentChildren;
}

/** The frame of every page but the chat: the client's name and one card. */
export function Place({ clientName, children }: PlaceProps) {
  const { frame } = useShell();
  if (frame !== null) {
    return (
      <div class={styles['framed']}>
        <header class={styles['bar']}>
          <p>{frame.title || clientName || t.title}</p>
          {frame.closeButton()}
        </header>
        <main class={styles['place']}>
          <section class={styles['card']}>{children}</section>
        </main>
      </div>
    );
  }
  return (
    <main class={styles['place']}>
      {clientName !== '' && (
        <div class={styles['brand']}>
          <span class={styles['mark']} aria-hidden="true">
            {[...clientName][0]?.toUpperCase()}
          </span>
          <span>{clientName}</span>
        </div>
      )}
      <section class={styles['card']}>{children}</section>
    </main>
  );
}

/** A heading that takes the focus when its screen replaces another, so that it is read out. */
export function Heading({ children, quiet }: { children: ComponentChildren; quiet?: boolean }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { frame } = useShell();
  useEffect(() => {
    // In a site's page only who is in the frame already may be moved within it.
    if (!quiet && (frame === null || document.hasFocus())) headingRef.current?.focus({ preventScroll: true });
  }, [quiet, frame]);
  return (
    <h1 ref={headingRef} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </h1>
  );
}

export function Sign({ icon, bad }: { icon: IconName; bad?: boolean }) {
  return (
    <span class={bad ? `${styles['sign']} ${styles['bad']}` : styles['sign']}>
      <Icon name={icon} size={28} />
    </span>
  );
}

/** The shape of the card that is coming; shown only when it takes a while. */
export function Loading({ label }: { label: string }) {
  return (
    <div class={styles['shape']} role="status" aria-label={label}>
      <i style={{ width: '45%' }} />
      <i style={{ width: '80%' }} />
      <i style={{ width: '65%' }} />
      <i />
    </div>
  );
}

export { styles as placeStyles };
