/** The cache of what belongs to a conversation's details: opened again, it shows at once and is read behind. */
export const IN_MEMORY = { staleTime: 0, gcTime: 3_600_000 } as const;
