import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { untyped as api } from '../api/client';
import type { BusinessCalendar, Holiday } from '../api/types';
import { onEvent } from '../realtime/apply';

function useKept<T>(key: string, path: string) {
  const query = useQuery({ queryKey: [key], queryFn: ({ signal }) => api.get<T[]>(path, undefined, signal) });
  const { refetch } = query;
  useEffect(() => onEvent('hoursChanged', () => void refetch()), [refetch]);
  return query;
}

export const useCalendars = () => useKept<BusinessCalendar>('hours', '/api/hours');
export const useHolidays = () => useKept<Holiday>('holidays', '/api/holidays');
