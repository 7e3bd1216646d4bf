import { ClosedObject, Id, NewWebhook, Type } from '@spindle/contract'

/** The operator's file of webhooks. */

const { url, eventTypes, description } = NewWebhook.properties

const place = { minLength: 1, maxLength: 4096 } as const

const Entry = ClosedObject({
  account: Id('acc'),
  name: Type.String({ pattern: '^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$', maxLength: 64 }),
  url,
  eventTypes,
  description,
  secretFile: Type.Optional(Type.String(place)),
  secretVariable: Type.Optional(Type.String(place)),
})

export const FileSchema = ClosedObject({ webhooks: Type.Array(Entry, { maxItems: 10_000 }) })
