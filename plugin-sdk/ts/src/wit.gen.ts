// Generated from plugin-sdk/wit/patchbay.wit; do not edit.
// PATCHBAY_GOLDEN=write cargo test -p cargo-patchbay typescript writes it anew.

/** Types shared by all interfaces. */
export namespace types {
  /** The channel account a call is for: one mailbox, one bot, one chat page. */
  export interface Account {
    /** Opaque id, stable for the life of the account. */
    id: string;
    /**
     * The settings an admin entered, as a JSON object valid against the manifest's schema.
     * Secret settings are absent: they never enter the guest.
     */
    config: string;
    /**
     * The address customers reach this account at, where the host knows it: the public base
     * URL of the desk for webhooks and pages. Empty when there is none.
     */
    publicUrl: string;
    /** Facts that later versions of the host add. Ignore what you do not know. */
    extras: [string, string][];
  }
  /** One HTTP header. Values are bytes because providers send more than ASCII. */
  export interface Header {
    name: string;
    value: Uint8Array;
  }
  /** What went wrong, for people and for programs. */
  export interface Detail {
    /** A code from the documented registry, for example `telegram.403.blocked`. */
    code: string;
    /** One sentence an agent or admin understands. */
    message: string;
    /** What the provider said, word for word, when it said something. */
    provider?: string | null;
  }
  /** When to try again. Without `after-ms` the host uses its own backoff with jitter. */
  export interface Retry {
    afterMs?: number | null;
    maxAttempts?: number | null;
  }
  /** Why a call did not succeed. The host acts on the case, never on the text. */
  export type Failure =
    /** Try again later. */
    | { tag: 'retryable'; val: [types.Detail, types.Retry] }
    /** The provider asked for fewer calls. */
    | { tag: 'rate-limited'; val: [types.Detail, types.Retry] }
    /** Trying again cannot help. */
    | { tag: 'permanent'; val: types.Detail }
    /** The credentials were refused: an admin must connect the account again. */
    | { tag: 'auth-expired'; val: types.Detail }
    /** Settings are missing or wrong: pairs of setting name and problem. */
    | { tag: 'needs-config'; val: [string, types.Detail][] }
    /** The provider may or may not have accepted the operation. */
    | { tag: 'outcome-unknown'; val: types.Detail };
}

/** Attachments and other large bytes. They live in the host's blob store, not in guest memory. */
export namespace media {
  export interface BlobMeta {
    /** Declared media type, for example `image/png`. */
    mime: string;
    filename?: string | null;
    /** Size in bytes, when known. */
    size?: number | null;
  }
  /** A stored blob. */
  export interface Blob {
    /** What is known about it. */
    meta(): media.BlobMeta;
    /** Up to `max` bytes from `offset`; an empty list means the end. */
    read(offset: number, max: number): Uint8Array;
  }
  /** A blob being written. Dropping it without `finish` discards it. */
  export interface BlobWriter {
    /** Appends bytes. Fails with code `media.too-large` above the account's limit. */
    write(chunk: Uint8Array): void;
  }
  /** The class of BlobWriter. */
  export interface BlobWriterClass {
    new (meta: media.BlobMeta): media.BlobWriter;
    /** Stores what was written. */
    finish(it: media.BlobWriter): media.Blob;
  }
}

/** HTTP through the host's egress broker: only hosts that the manifest names and the admin granted. */
export namespace http {
  export type PartData =
    | { tag: 'inline'; val: Uint8Array }
    | { tag: 'blob'; val: media.Blob };
  /** One part of a multipart/form-data body. */
  export interface Part {
    name: string;
    filename?: string | null;
    mime?: string | null;
    data: http.PartData;
  }
  export type Body =
    | { tag: 'none' }
    | { tag: 'inline'; val: Uint8Array }
    | { tag: 'blob'; val: media.Blob }
    | { tag: 'multipart'; val: http.Part[] };
  export interface Request {
    method: string;
    /**
     * Absolute URL. `{credential:NAME}` in it is replaced by the host, for credentials that
     * the manifest injects into URLs; so a provider that wants its token in the path is
     * served without the guest seeing it.
     */
    url: string;
    headers: types.Header[];
    body: http.Body;
    /**
     * Names of credentials in the manifest to inject. Those with `inject = "body"` replace
     * `{credential:NAME}` in an inline body.
     */
    credentials: string[];
    /** Whole-request time limit; the host's own limit applies as well. */
    timeoutMs?: number | null;
    /** True: the answer's body becomes a blob whatever its size (for media downloads). */
    toBlob: boolean;
  }
  export type ResponseBody =
    | { tag: 'inline'; val: Uint8Array }
    | { tag: 'blob'; val: media.Blob };
  export interface Response {
    status: number;
    headers: types.Header[];
    body: http.ResponseBody;
  }
  export type NetError =
    /** The broker refused: the host is not granted, or the address is private. */
    | { tag: 'denied'; val: types.Detail }
    /** No answer came: time ran out, or the connection broke. True: the request had been sent. */
    | { tag: 'timeout'; val: boolean }
    | { tag: 'dns'; val: types.Detail }
    | { tag: 'connect'; val: types.Detail }
    | { tag: 'tls'; val: types.Detail }
    /** The answer was larger than allowed. */
    | { tag: 'too-large' }
    /** This call has used up its requests. */
    | { tag: 'budget' };
  /** What the host lends. */
  export interface Lent {
    /** Sends one request. Redirects are followed by the host, checked hop by hop. */
    send(req: http.Request): http.Response;
  }
}

/** Small host services. */
export namespace host {
  export type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error';
  /** What the host lends. */
  export interface Lent {
    /** Writes a line to the account's plugin log. Never put secrets or message bodies here. */
    log(level: host.Level, message: string, fields: [string, string][]): void;
    /** Milliseconds since the Unix epoch, from the host's clock. */
    nowMs(): number;
    /** Random bytes, at most 1,024. */
    random(n: number): Uint8Array;
    /** A value this account stored in an earlier batch. */
    kvGet(key: string): Uint8Array | null;
    /** Whether a secret setting has a value. */
    secretExists(name: string): boolean;
    /** HMAC-SHA256 of `data` with a secret setting as key, for signed tokens of the plugin's own. */
    sign(secret: string, data: Uint8Array): Uint8Array;
  }
}

/** What a plugin wants done: the batch and everything in it. */
export namespace effects {
  /** A person outside: the customer. */
  export interface Actor {
    /** The provider's id of this person, unique within the account. */
    externalId: string;
    displayName?: string | null;
    /** Further identities and facts: `email`, `phone`, `username`, `language`, `avatar-url`. */
    attrs: [string, string][];
  }
  export interface Attachment {
    blob?: media.Blob | null;
    mime: string;
    filename?: string | null;
    /** `image`, `video`, `audio`, `voice`, `sticker`, `document`, `location`, `contact` or `other`. */
    kind: string;
    /** For inline parts: the id by which the HTML refers to them (without angle brackets). */
    contentId?: string | null;
  }
  /** A place on the map. */
  export interface Location {
    /** Degrees, positive to the north. */
    latitude: number;
    /** Degrees, positive to the east. */
    longitude: number;
    name?: string | null;
    address?: string | null;
  }
  /** A person's card, as sent within a chat. */
  export interface ContactCard {
    name: string;
    phones: string[];
    emails: string[];
    organisation?: string | null;
  }
  /** A button or quick reply was pressed. */
  export interface ChoiceMade {
    /** The id given to the button when it was sent. */
    id: string;
    /** What stood on it. */
    title: string;
    /** `external-id` of the message that offered it, when the provider says so. */
    offeredBy?: string | null;
  }
  /** Something of a kind that has no record of its own. */
  export interface Custom {
    kind: string;
    payload: Uint8Array;
  }
  /**
   * Content that is neither text nor a file. The host shows each kind in its own way, and a
   * kind it does not know as a note, so that nothing a customer sent is dropped.
   */
  export type Content =
    | { tag: 'location'; val: effects.Location }
    | { tag: 'contact'; val: effects.ContactCard }
    | { tag: 'choice'; val: effects.ChoiceMade }
    | { tag: 'custom'; val: effects.Custom };
  /** A message from a customer. */
  export interface InboundMessage {
    /**
     * The provider's id of this very message, unique within the account. A second message
     * with the same id is dropped by the host.
     */
    externalId: string;
    /**
     * The provider's id of the conversation. Messages of one thread share a ticket while
     * that ticket is not closed.
     */
    thread: string;
    /** The channel value, one of those the manifest declares. */
    channel: string;
    from: effects.Actor;
    /** When the provider says it was sent, milliseconds since the epoch. */
    atMs: number;
    /** Title for a new ticket, for channels that have one. */
    subject?: string | null;
    text?: string | null;
    html?: string | null;
    /** `external-id` of the message this one answers. */
    replyTo?: string | null;
    /**
     * Ids by which earlier messages of ours or theirs may be found, best first; the host
     * continues the ticket of the first that is known. Used by mail.
     */
    references: string[];
    /**
     * A ticket named by a token that the plugin has verified (for example a signed
     * plus-address). Never a number merely found in a subject.
     */
    verifiedTicket?: string | null;
    attachments: effects.Attachment[];
    /** Locations, contact cards and answers to buttons, in the order they were sent. */
    contents: effects.Content[];
    /** True for out-of-office notices, bounces and other mail no person wrote. */
    automatic: boolean;
    extras: [string, string][];
  }
  /** A message that an agent sent has moved on: `sent`, `delivered`, `read` or `failed`. */
  export interface Receipt {
    /** The external id that `outbound.send` gave. */
    externalId: string;
    status: string;
    atMs: number;
    code?: string | null;
  }
  /** A customer changed or withdrew a message. */
  export interface Edit {
    externalId: string;
    thread: string;
    text?: string | null;
    deleted: boolean;
    atMs: number;
  }
  /** The customer is typing, or has read up to a message. */
  export interface Signal {
    thread: string;
    /** `typing`, `stopped` or `read`. */
    kind: string;
  }
  /** A customer put an emoji on a message, or took it away again. */
  export interface Reaction {
    /** The message reacted to, ours or theirs. */
    externalId: string;
    thread: string;
    from: effects.Actor;
    /** None: the reaction was withdrawn. */
    emoji?: string | null;
    atMs: number;
  }
  /** Something happened to a telephone call. */
  export interface CallEvent {
    /** The provider's id of the call, the same for all its events. */
    externalId: string;
    /** The provider's id of the conversation, usually the other side's number. */
    thread: string;
    channel: string;
    /** The other side. */
    from: effects.Actor;
    /** `in` or `out`. */
    direction: string;
    /**
     * `ringing`, `answered`, `held`, `resumed`, `transferred`, `ended`, `missed` or
     * `recorded`.
     */
    kind: string;
    atMs: number;
    /** The extension of the agent concerned. */
    extension?: string | null;
    /** The number that was called. */
    line?: string | null;
    /** With `ended`: how long people talked. */
    talkMs?: number | null;
    recording?: effects.Attachment | null;
    extras: [string, string][];
  }
  /** What happened outside. A `custom` event is kept and shown as such. */
  export type Event =
    | { tag: 'message'; val: effects.InboundMessage }
    | { tag: 'receipt'; val: effects.Receipt }
    | { tag: 'edit'; val: effects.Edit }
    | { tag: 'signal'; val: effects.Signal }
    | { tag: 'reaction'; val: effects.Reaction }
    | { tag: 'call'; val: effects.CallEvent }
    | { tag: 'custom'; val: effects.Custom };
  /** A frame for a visitor's page. Frames reach the page in order, also after a reconnect. */
  export interface VisitorFrame {
    /** The visitor session (`visitor.session.id`), which is also the thread. */
    session: string;
    /** Event name as the page knows it. */
    name: string;
    /** JSON. */
    data: string;
  }
  export interface KvOp {
    key: string;
    /** None deletes. */
    value?: Uint8Array | null;
  }
  export interface Timer {
    name: string;
    /** Milliseconds since the epoch; none cancels. */
    atMs?: number | null;
  }
  export interface Batch {
    events: effects.Event[];
    /** The new cursor of a poll; none leaves it. */
    cursor?: Uint8Array | null;
    kv: effects.KvOp[];
    timers: effects.Timer[];
    visitor: effects.VisitorFrame[];
  }
}

/** "Check settings": proves that an account works, without side effects a customer would see. */
export namespace settings {
  export interface Validation {
    /** How the account names itself, for example `@shop_bot` or `support@shop.example`. */
    title?: string | null;
    /** Setting name and problem; a name may be empty for the account as a whole. */
    problems: [string, types.Detail][];
    /** Facts worth showing, label and value. */
    facts: [string, string][];
  }
  /** What a plugin implements. */
  export interface Plugin {
    check(acc: types.Account): settings.Validation;
    /**
     * Called once after an account was created, changed or removed, to register or remove the
     * webhook at the provider. `webhook-url` is empty when no public address exists: then the
     * account is polled instead, where the plugin can poll.
     */
    connect(acc: types.Account, webhookUrl: string): void;
  }
}

/** The provider calls us. */
export namespace webhook {
  export interface Request {
    method: string;
    /** What follows the account's webhook address. */
    path: string;
    query: string;
    headers: types.Header[];
    body: Uint8Array;
    /**
     * Which verification recipe of the manifest passed. A request that passes none never
     * gets here.
     */
    verified: string;
  }
  export interface Reply {
    status: number;
    headers: types.Header[];
    body: Uint8Array;
  }
  /** What a plugin implements. */
  export interface Plugin {
    handle(acc: types.Account, req: webhook.Request): [webhook.Reply | null, effects.Batch];
  }
}

/**
 * We ask the provider. The host schedules, runs one poller per account, and stores the cursor
 * together with the events.
 */
export namespace poll {
  export interface Outcome {
    batch: effects.Batch;
    /** True: there is more, call again at once. */
    more: boolean;
    nextInMs?: number | null;
  }
  /** What a plugin implements. */
  export interface Plugin {
    pull(acc: types.Account, cursor?: Uint8Array | null): poll.Outcome;
  }
}

/** The message an agent sent, as every outbound interface gets it. */
export namespace outgoing {
  /** An answer the customer may choose with one touch. */
  export interface QuickReply {
    /** Comes back in `choice-made.id`. */
    id: string;
    title: string;
  }
  /** A button below a message. */
  export interface Button {
    /** Comes back in `choice-made.id`; for a link it is only a name. */
    id: string;
    title: string;
    /** The button opens this address instead of answering. */
    url?: string | null;
  }
  /** A message the provider approved beforehand. */
  export interface Template {
    name: string;
    /** For example `en_US`. */
    language: string;
    /** Placeholder and value, in the order of the placeholders. */
    parameters: [string, string][];
  }
  /**
   * Content besides text and files. The host leaves out what the manifest does not claim and
   * puts it into words instead, so a plugin gets only kinds it declared.
   */
  export type Content =
    | { tag: 'location'; val: effects.Location }
    | { tag: 'contact'; val: effects.ContactCard }
    | { tag: 'quick-replies'; val: outgoing.QuickReply[] }
    | { tag: 'buttons'; val: outgoing.Button[] }
    | { tag: 'template'; val: outgoing.Template }
    | { tag: 'custom'; val: effects.Custom };
  export interface Message {
    /** Idempotency key: the same for every attempt of this message. */
    opId: string;
    attempt: number;
    /** True: an earlier attempt may have reached the provider. */
    priorUnknown: boolean;
    /** The thread the customer's messages came in on. */
    thread: string;
    channel: string;
    /** The customer's external id. */
    recipient: string;
    /** Decimal ticket number, for subjects and reply tokens. */
    ticket: string;
    subject?: string | null;
    text?: string | null;
    html?: string | null;
    /** `external-id` of the message answered, if any. */
    replyTo?: string | null;
    /** External ids of the conversation so far, oldest first, for References. */
    references: string[];
    to: string[];
    cc: string[];
    attachments: effects.Attachment[];
    contents: outgoing.Content[];
    /** The agent's display name. */
    agentName: string;
    extras: [string, string][];
  }
}

/**
 * Mail. The host speaks IMAP and SMTP; the plugin turns raw messages into events and events into
 * raw messages.
 */
export namespace mail {
  export interface RawMail {
    /** RFC 5322 bytes. */
    raw: media.Blob;
    folder: string;
    uidValidity: number;
    uid: number;
    /** IMAP INTERNALDATE, milliseconds since the epoch. */
    receivedMs: number;
  }
  export interface Envelope {
    /** MAIL FROM; empty for the null sender. */
    from: string;
    recipients: string[];
    /** RFC 5322 bytes. */
    raw: media.Blob;
    /** Message-ID without angle brackets; the message's external id. */
    messageId: string;
  }
  /** What a plugin implements. */
  export interface Plugin {
    receive(acc: types.Account, mail: mail.RawMail): effects.Batch;
    compose(acc: types.Account, msg: outgoing.Message): mail.Envelope;
  }
}

/** Sending. */
export namespace outbound {
  export interface Sent {
    /** The provider's ids, first the one receipts will name. */
    externalIds: string[];
    /** `sent`, or `delivered` where that is already certain. */
    status: string;
    batch: effects.Batch;
  }
  /** What a plugin implements. */
  export interface Plugin {
    send(acc: types.Account, msg: outgoing.Message): outbound.Sent;
  }
}

/**
 * Sending, for plugins that need several requests for a message. The host asks for one part after
 * the other and commits each before it asks for the next: its ids are known at once, and a send that
 * breaks off goes on with the part that is missing. A plugin exports this or `outbound`, not both.
 *
 * Which parts a message has must follow from `msg` alone, so that a later call finds the same ones.
 */
export namespace outboundParts {
  /** The part to send. */
  export interface Position {
    /** Counted from 0. */
    index: number;
    /** The ids that the parts before it were given, in their order. */
    externalIds: string[];
  }
  /** A part that the provider took. */
  export interface SentPart {
    /**
     * The provider's ids of this part. Of all parts together the first is the one receipts
     * will name.
     */
    externalIds: string[];
    /** How many parts the message has: 1 to 100, and the same for each of them. */
    of: number;
    /** `sent`, or `delivered` where that is already certain. */
    status: string;
    batch: effects.Batch;
  }
  /** What a plugin implements. */
  export interface Plugin {
    /**
     * Sends one part. A failure is about this part only: what `msg.attempt` and
     * `msg.prior-unknown` say is about it too.
     */
    sendPart(acc: types.Account, msg: outgoing.Message, part: outboundParts.Position): outboundParts.SentPart;
  }
}

/** Best-effort signals to the customer's side. Never retried. */
export namespace presence {
  export interface Signal {
    thread: string;
    recipient: string;
    /** `typing`, `stopped` or `read`. */
    kind: string;
    agentName: string;
  }
  /** What a plugin implements. */
  export interface Plugin {
    notify(acc: types.Account, sig: presence.Signal): effects.Batch;
  }
}

/** Live chat: a visitor did something on our own page. */
export namespace visitor {
  export interface Session {
    /** Opaque id of the visit. */
    id: string;
    name: string;
    email: string;
    phone: string;
    language: string;
  }
  export type Act =
    /** The form was filled in: its fields by name (`title`, `des`, `ic` and custom ones). */
    | { tag: 'register'; val: [string, string][] }
    /** A message: its id made by the page, text, attachments. */
    | { tag: 'message'; val: [string, string, effects.Attachment[]] }
    | { tag: 'typing' }
    | { tag: 'stopped' }
    | { tag: 'read' }
    | { tag: 'leave' }
    /** Stars 1 to 5 and a reason. */
    | { tag: 'rate'; val: [number, string] };
  /** What a plugin implements. */
  export interface Plugin {
    handle(acc: types.Account, who: visitor.Session, what: visitor.Act): effects.Batch;
  }
}

/**
 * Changing what was already sent. A plugin that cannot do one of these answers
 * `permanent` with the code `unsupported`; the manifest says which ones are offered.
 */
export namespace outboundEdits {
  /** The message to change. */
  export interface Target {
    /** The ids that `outbound.send` gave, or, for a reaction, the customer's message's id. */
    externalIds: string[];
    thread: string;
    channel: string;
    /** The customer's external id. */
    recipient: string;
    /** Idempotency key of this change. */
    opId: string;
  }
  /** What a plugin implements. */
  export interface Plugin {
    /** Replaces the text; `msg` is the message as it shall read now. */
    edit(acc: types.Account, what: outboundEdits.Target, msg: outgoing.Message): effects.Batch;
    /** Takes the message back on the customer's side. */
    delete(acc: types.Account, what: outboundEdits.Target): effects.Batch;
    /** Puts an emoji on a message, or with none takes ours away. */
    react(acc: types.Account, what: outboundEdits.Target, emoji?: string | null): effects.Batch;
  }
}

/**
 * A connection that the provider pushes events through. The host holds the WebSocket, one per
 * account, and reconnects; the plugin is a state machine over frames. Its state is committed
 * together with the batch, so after a crash the next connection continues where the last
 * committed step ended.
 */
export namespace socket {
  export type Frame =
    | { tag: 'text'; val: string }
    | { tag: 'binary'; val: Uint8Array };
  /**
   * How to connect. In the address, in headers and in text frames `{credential:NAME}` is
   * replaced by the host, for credentials that the manifest injects there.
   */
  export interface Plan {
    /** A `wss:` address on a granted host. */
    url: string;
    headers: types.Header[];
    subprotocols: string[];
    /** Frames to send as soon as the connection is open. */
    hello: socket.Frame[];
    /** Call `advance` with `tick` this often; none for never. */
    heartbeatMs?: number | null;
  }
  export type Input =
    /** Frames in the order they came; several when they came quickly. */
    | { tag: 'frames'; val: socket.Frame[] }
    /** The heartbeat's time has come. */
    | { tag: 'tick' }
    /** The connection is gone: close code and reason; 1006 when there was none. */
    | { tag: 'closed'; val: [number, string] };
  /** What to do next. */
  export interface Step {
    batch: effects.Batch;
    send: socket.Frame[];
    /** The plugin's own state from here on; none leaves it. At most 64 KB. */
    state?: Uint8Array | null;
    /** A new heartbeat interval; none leaves it, 0 stops it. */
    heartbeatMs?: number | null;
    /** Close the connection with this code and open a new one. */
    reconnect?: number | null;
  }
  /** What a plugin implements. */
  export interface Plugin {
    /** A connection is about to be made. `state` is what the last step left, if anything. */
    open(acc: types.Account, state?: Uint8Array | null): socket.Plan;
    advance(acc: types.Account, state: Uint8Array | null, what: socket.Input): socket.Step;
  }
}

/** A time that a batch asked for has come. */
export namespace timers {
  /** What a plugin implements. */
  export interface Plugin {
    /**
     * `at-ms` is the time that was asked for; the call may come later, never earlier. A timer
     * fires once; one that fails is retried like any input.
     */
    fire(acc: types.Account, name: string, atMs: number): effects.Batch;
  }
}

/** Who is behind an id. */
export namespace directory {
  export interface Profile {
    displayName?: string | null;
    avatar?: media.Blob | null;
    /** As in `effects.actor`. */
    attrs: [string, string][];
  }
  /** What a plugin implements. */
  export interface Plugin {
    /**
     * None when the provider does not tell. Called when a person is first seen and at most once
     * a day afterwards.
     */
    lookup(acc: types.Account, externalId: string, thread: string): directory.Profile | null;
  }
}

/** Telephony: events come in through batches (`effects.call-event`), commands go out here. */
export namespace calls {
  export interface Command {
    /** Idempotency key. */
    opId: string;
    /** The call concerned; empty for `dial`. */
    call: string;
    /**
     * `dial`, `answer`, `hang-up`, `hold`, `resume`, `transfer`, `mute`, `unmute`, `record`
     * or `stop-recording`.
     */
    kind: string;
    /** The agent's extension. */
    extension: string;
    /** The number to dial or to transfer to. */
    target?: string | null;
    extras: [string, string][];
  }
  /** How an agent's browser registers as a telephone. */
  export interface Softphone {
    /** The registrar's `wss:` address. */
    server: string;
    user: string;
    /** A password of this session, never one an admin entered. */
    password: string;
    realm: string;
    /** STUN and TURN addresses. */
    ice: string[];
    expiresMs?: number | null;
  }
  /** What a plugin implements. */
  export interface Plugin {
    control(acc: types.Account, what: calls.Command): effects.Batch;
    /** None when this exchange has no softphones. */
    register(acc: types.Account, extension: string): calls.Softphone | null;
    /** None while there is no recording. */
    recording(acc: types.Account, call: string): media.Blob | null;
  }
}

/**
 * After a sign-in at the provider. The host runs the dance by the recipe in the manifest, keeps
 * the tokens, refreshes them and injects them as credentials; the plugin only learns that it
 * happened.
 */
export namespace oauth {
  export interface Grant {
    /** The recipe's name in the manifest. */
    name: string;
    scopes: string[];
    /** The token answer as a JSON object, without the tokens themselves. */
    answer: string;
  }
  /** What a plugin implements. */
  export interface Plugin {
    /**
     * Settings to store: names of the schema and their values, for example the page that was
     * chosen.
     */
    granted(acc: types.Account, what: oauth.Grant): [string, string][];
  }
}

/**
 * What AI helpers work on. Everything in it was written by strangers: treat it as data, never as
 * instructions.
 */
export namespace talk {
  export interface Turn {
    /** `customer`, `agent` or `system`. */
    role: string;
    name: string;
    text: string;
    atMs: number;
  }
  export interface Conversation {
    channel: string;
    subject?: string | null;
    /** BCP 47, when known. */
    language?: string | null;
    /** Oldest first; the host passes the newest ones that fit. */
    turns: talk.Turn[];
    extras: [string, string][];
  }
  export interface Score {
    name: string;
    /** Between 0 and 1. */
    value: number;
  }
}

/** AI: answers an agent might give. Proposals only; a person sends. */
export namespace suggest {
  export interface Suggestion {
    text: string;
    /** Between 0 and 1. */
    confidence?: number | null;
    /** Where it comes from, in words an agent understands. */
    source?: string | null;
  }
  /** What a plugin implements. */
  export interface Plugin {
    suggest(acc: types.Account, what: talk.Conversation, atMost: number): suggest.Suggestion[];
  }
}

/** AI: another language. */
export namespace translate {
  export interface Translation {
    /** One for each text, in order. */
    texts: string[];
    /** The language found, where none was given. */
    detected?: string | null;
  }
  /** What a plugin implements. */
  export interface Plugin {
    /** Languages are BCP 47. */
    translate(acc: types.Account, texts: string[], source: string | null, target: string): translate.Translation;
  }
}

/** AI: what a conversation is about. */
export namespace analyseText {
  export interface Analysis {
    language?: string | null;
    /** From -1 (unhappy) to 1 (happy). */
    sentiment?: number | null;
    topics: talk.Score[];
    summary?: string | null;
    extras: [string, string][];
  }
  /** What a plugin implements. */
  export interface Plugin {
    analyse(acc: types.Account, what: talk.Conversation): analyseText.Analysis;
  }
}

/** AI: speech to text. */
export namespace transcribe {
  export interface Segment {
    fromMs: number;
    toMs: number;
    speaker?: string | null;
    text: string;
  }
  export interface Transcript {
    language?: string | null;
    segments: transcribe.Segment[];
  }
  /** What a plugin implements. */
  export interface Plugin {
    transcribe(acc: types.Account, audio: media.Blob, language?: string | null): transcribe.Transcript;
  }
}

/** AI: how something was said. */
export namespace analyseVoice {
  export interface Voice {
    durationMs: number;
    /** Time in which somebody spoke. */
    speechMs: number;
    /** From -1 (unhappy) to 1 (happy). */
    sentiment?: number | null;
    emotions: talk.Score[];
    extras: [string, string][];
  }
  /** What a plugin implements. */
  export interface Plugin {
    analyse(acc: types.Account, audio: media.Blob): analyseVoice.Voice;
  }
}

/**
 * AI: an answer that shows where each of its sentences comes from, and what an agent may do besides.
 *
 * The host looks passages up and hands them in: a helper has no index. A sentence whose citations do
 * not support it is struck before an agent sees it; one that has none may only greet, ask or promise
 * nothing.
 */
export namespace answer {
  /** A piece of an article. */
  export interface Passage {
    /** Opaque; a citation names it. */
    id: string;
    title: string;
    /** Plain text. */
    text: string;
    /** BCP 47, when known. */
    language?: string | null;
    /** When it was last written or confirmed. */
    asOfMs: number;
    extras: [string, string][];
  }
  /** Which words of a passage support a sentence. */
  export interface Citation {
    /** The passage's id. */
    passage: string;
    /** Word for word as the passage has it. */
    quote: string;
  }
  export interface Sentence {
    text: string;
    citations: answer.Citation[];
  }
  export interface Recommendation {
    /** What the customer wants, in a few words. Empty when unclear. */
    classification: string;
    /**
     * `answer`, `ask` (a question back), `hand-off` (a person has to decide) or `nothing`. The
     * host takes others as `hand-off`.
     */
    action: string;
    /** What to say to the customer. Empty with `hand-off` and `nothing`. */
    sentences: answer.Sentence[];
    /** One sentence to the agent: what to do, or why there is no answer. */
    advice: string;
    /** Steps for the agent. */
    whatToDo: string[];
    /** Hints about tone. */
    howToSay: string[];
    /** Between 0 and 1. */
    confidence?: number | null;
    extras: [string, string][];
  }
  /** What a plugin implements. */
  export interface Plugin {
    recommend(acc: types.Account, what: talk.Conversation, passages: answer.Passage[]): answer.Recommendation;
  }
}

/** AI: what the newest message of a conversation tells; the turns before it are its context. */
export namespace messageInsight {
  export interface Insight {
    /** For people. Empty when there is nothing to tell. */
    value: string;
    scores: talk.Score[];
    extras: [string, string][];
  }
  /** What a plugin implements. */
  export interface Plugin {
    /**
     * `kind` is `emotion` (scores by name, as shares of 1), `alternative` (another wording),
     * `personality` (scores by trait), `advocacy` (whether the customer would recommend),
     * `forwardresolution` (what would solve it before it is asked) or `anchor` (what the customer
     * holds on to). Kinds may be added: fail permanently on one you do not know.
     */
    find(acc: types.Account, what: talk.Conversation, kind: string): messageInsight.Insight;
  }
}
