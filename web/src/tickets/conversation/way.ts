import type { Message, ReplyQuote, TicketInfo } from '../../api/types';

/** A ticket as the composer sees it for each conversation that an answer may go out in. */
export function waysOf(info: TicketInfo): TicketInfo[] {
  const { merged } = info;
  if (merged.length === 0) return [info];
  return [
    { ...info, via: info.id },
    ...merged.map(({ id, channel, channel_name, name, email, send, window }) => ({
      ...info,
      via: id,
      channel,
      channel_name,
      name,
      email,
      send,
      window,
    })),
  ];
}

/**
 * The conversation that an answer goes out in: the ticket's own until somebody chooses another, as the
 * draft says. Undefined for one that was taken out again: nobody else gets what was written for it.
 */
export function wayOf(ways: readonly TicketInfo[], via: number | null): TicketInfo | undefined {
  return via === null ? ways[0] : ways.find((way) => way.via === via);
}

/** Of a ticket with several conversations, the messages of the one an answer goes out in. */
export function inWay(info: TicketInfo, messages: readonly Message[]): readonly Message[] {
  return info.via === undefined ? messages : messages.filter((message) => (message.home_id ?? message.ticket_id) === info.via);
}

/** Whoever answers a message answers where it was written. */
export function homeOf(quote: ReplyQuote, messages: readonly Message[]): number | undefined {
  return messages.find((message) => message.id === quote.id)?.home_id;
}
