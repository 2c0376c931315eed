import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import { onEvent } from '../realtime/apply';

function useKept<T>(key: string, read: (options: { signal: AbortSignal }) => Promise<T[]>) {
  const query = useQuery({ queryKey: [key], queryFn: ({ signal }) => read({ signal }) });
  const { refetch } = query;
  useEffect(() => onEvent('hoursChanged', () => void refetch()), [refetch]);
  return query;
}

export const useCalendars = () => useKept('hours', (options) => api.get('/api/hours', options));
export const useHolidays = () => useKept('holidays', (options) => api.get('/api/holidays', options));
