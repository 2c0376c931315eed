import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client';

/** Whether strangers may sign up, and whether the desk has a first user at all. */
export const SIGN_UP_STATE = queryOptions({ queryKey: ['sign-up'], queryFn: () => api.get('/api/signup'), retry: false });
