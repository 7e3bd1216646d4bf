/** The hub's own structured log: an event in snake_case and its fields. Never given a secret. */
export type EventLog = (event: string, fields?: Record<string, unknown>) => void
