export function watchTickets(): void {}
