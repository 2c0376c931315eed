import { Loader, type LoaderProps } from '@mantine/core';

/** A turning wheel that says what it waits for, also to those who do not see it. */
export function Waiting({ label, ...look }: { label: string } & Pick<LoaderProps, 'size' | 'm'>) {
  return <Loader size="sm" role="status" aria-label={label} {...look} />;
}
