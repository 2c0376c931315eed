/** Any JSON: what somebody else decides the shape of, such as a plugin. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type JsonObject = { [key: string]: JsonValue | undefined };

/** The parts of what should be an object, by name. */
export function partsOf(json: JsonValue | undefined): JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
}
