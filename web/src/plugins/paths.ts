/** An id of a plugin begins with a letter, so what begins with a dash is never one. */
export const places = {
  root: '/plugins',
  one: (id: string) => `/plugins/${encodeURIComponent(id)}`,
  install: '/plugins/-/install',
  keys: '/plugins/-/keys',
  review: (id: number) => `/plugins/-/review/${id}`,
} as const;
