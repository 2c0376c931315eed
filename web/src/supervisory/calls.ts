/** The calls of the supervisory board. */
import { api } from '../api/client';

export const calls = {
  board: (signal: AbortSignal) => api.get('/api/supervisory', { signal }),
  setStatus: (user_id: number, status: string, reason: string) => api.post('/api/supervisory/agents/{user_id}/status', { path: { user_id }, json: { status, reason } }),
  watch: (ticket_id: number) => api.post('/api/supervisory/chats/{ticket_id}/watch', { path: { ticket_id } }),
  takeOver: (ticket_id: number) => api.post('/api/supervisory/chats/{ticket_id}/take_over', { path: { ticket_id } }),
  whisper: (ticket_id: number, text: string) => api.post('/api/supervisory/chats/{ticket_id}/whisper', { path: { ticket_id }, json: { text } }),
  reassign: (id: number, participants: string[]) => api.put('/api/tickets/{id}/participants', { path: { id }, json: { participants } }),
};
