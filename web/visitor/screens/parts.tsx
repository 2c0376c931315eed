/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import styles from './parts.module.css';

type Kind = 'primary' | 'plain' | 'harm';

export interface ButtonProps {
  readonly children: ComponentChildren;
  readonly kind?: Kind;
  readonly small?: boolean;
  readonly wide?: boolean;
  readonly submit?: boolean;
  readonly disabled?: boolean;
  readonly onClick?: () => void;
}

export function Button({ children, kind = 'plain', small, wide, submit, disabled, onClick }: ButtonProps) {
  const names = [
    styles['button'],
    kind === 'plain' ? '' : styles[kind],
    small ? styles['small'] : '',
    wide ? styles['wide'] : '',
  ];
  return (
    <button
      type={submit ? 'submit' : 'button'}
      class={names.filter(Boolean).join(' ')}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** A face, or the first letter of the name on the client's colour. */
export function Avatar({ name, photo, size }: { name: string; photo: string | null; size: number }) {
  const style = { width: `${size}px`, height: `${size}px`, fontSize: `${Math.round(size * 0.42)}px` };
  if (photo !== null) {
    return <img class={styles['avatar']} style={style} src={photo} alt={name} width={size} height={size} />;
  }
  return (
    <span class={styles['avatar']} style={style} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  );
}

export interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly problem: string | null;
  readonly onInput: (value: string) => void;
  readonly onLeave?: () => void;
  readonly type?: 'text' | 'tel' | 'email';
  readonly autoComplete?: string;
  readonly lines?: boolean;
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly name: string;
}

export function Field(props: FieldProps) {
  const { label, value, problem, onInput, onLeave, autoComplete, lines, name, required = true, readOnly = false } = props;
  const id = useId();
  const shared = {
    id,
    name,
    value,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : `${id}-problem`,
    'aria-required': required,
    readOnly,
    autoComplete: autoComplete ?? 'off',
    onBlur: onLeave,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  return (
    <div class={styles['field']}>
      <label for={id}>{label}</label>
      {/* inputMode brings the right keyboard without the browser's own format checks. */}
      {lines ? <textarea {...shared} rows={4} /> : <input {...shared} type="text" inputMode={props.type ?? 'text'} />}
      {problem !== null && (
        <p id={`${id}-problem`} class={styles['problem']}>
          {problem}
        </p>
      )}
    </div>
  );
}

export function Notice({ children, role }: { children: ComponentChildren; role?: 'alert' | 'status' }) {
  return (
    <div class={styles['notice']} role={role}>
      {children}
    </div>
  );
}

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  readonly actions: ComponentChildren;
  readonly onClose: () => void;
}

/** The browser's own dialog: it keeps the focus, begins with its first button, closes on Escape and gives the focus back. */
export function Dialog({ title, children, actions, onClose }: DialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={dialogRef}
      class={styles['dialog']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
      <div class={`${styles['row']} ${styles['end']}`}>{actions}</div>
    </dialog>
  );
}

/** Small strokes in the manner of Tabler's icons, drawn here to stay light. */
const PATHS = {
  check: 'M5 12l5 5L20 7',
  clock: 'M12 7v5l3 3M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  alert: 'M12 8v5M12 16.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  send: 'M4.7 4.3L20 12 4.7 19.7 7 12zM7 12h6',
  clip: 'M15 7l-6.5 6.5a1.5 1.5 0 0 0 3 3L18 10a3 3 0 0 0-6-6l-6.5 6.5a4.5 4.5 0 0 0 9 9L21 13',
  close: 'M6 6l12 12M18 6L6 18',
  file: 'M14 3v5h5M6 3h8l5 5v13H6z',
  down: 'M12 5v14M6 13l6 6 6-6',
  offline: 'M12 18v.01M9.2 15.2a4 4 0 0 1 5.6 0M6.3 12.3a8 8 0 0 1 3-1.9M14 9.9a8 8 0 0 1 3.7 2.4M3.5 9.5a12 12 0 0 1 3.7-2.5M10.5 6.1a12 12 0 0 1 10 3.4M4 4l16 16',
  unlink: 'M10 14a3.5 3.5 0 0 0 5 0l4-4a3.5 3.5 0 0 0-5-5l-.5.5M14 10a3.5 3.5 0 0 0-5 0l-4 4a3.5 3.5 0 0 0 5 5l.5-.5M16 21v-2M19 16h2M3 8h2M8 3v2',
  chat: 'M4 20l1.3-3.9A8 7.5 0 1 1 8.6 19zM8.5 12v.01M12 12v.01M15.5 12v.01',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  swap: 'M7 10h13l-4-4M17 14H4l4 4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
