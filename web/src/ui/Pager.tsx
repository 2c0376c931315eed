import { Group, Pagination } from '@mantine/core';
import { pagesShown } from './pages';

interface Props {
  total: number;
  /** Counted from one. */
  value: number;
  onChange: (page: number) => void;
  labels: { previous: string; next: string; page: (page: number) => string };
}

/** Arrows around at most five page numbers. */
export function Pager({ total, value, onChange, labels }: Props) {
  return (
    <Pagination.Root total={total} value={value} onChange={onChange} size="sm">
      <Group gap={4} wrap="nowrap">
        <Pagination.Previous aria-label={labels.previous} />
        {pagesShown(total, value).map((page) => (
          <Pagination.Control
            key={page}
            active={page === value}
            aria-label={labels.page(page)}
            aria-current={page === value ? 'page' : undefined}
            onClick={() => onChange(page)}
          >
            {page}
          </Pagination.Control>
        ))}
        <Pagination.Next aria-label={labels.next} />
      </Group>
    </Pagination.Root>
  );
}
