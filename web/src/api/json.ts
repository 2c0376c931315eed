/** Any JSON: what somebody else decides the shape of, such as a plugin. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
