import { useSearchParams } from 'react-router';

/** What is chosen in a report, in its address; null takes away, since what is usual does not stand there. */
export function useChoices(): [URLSearchParams, (change: Readonly<Record<string, string | null>>) => void] {
  const [search, setSearch] = useSearchParams();
  function choose(change: Readonly<Record<string, string | null>>): void {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(change)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  }
  return [search, choose];
}
