import type { ApiKey } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { listing, showing } from '../operation-handlers.ts'
import type { get, list } from './key-commands.ts'

export const listKeys: CommandHandler<typeof list> = listing(({ keys }, query, options) => keys.list(query, options), {
  empty: 'There are no keys. Create one with: spindle keys create --name <name> --permissions music:read,music:write',
  columns: [
    ['id', ({ id }) => id, 'id'],
    ['status', ({ status }) => status],
    ['name', ({ name }) => name, 'text'],
    ['key', ({ hint }) => hint, 'extra'],
    ['permissions', ({ permissions }) => permissions.join(', '), 'text'],
    ['expires', ({ expiresAt }) => expiresAt],
    ['last used', ({ lastUsedAt }) => lastUsedAt, 'extra'],
  ],
})

export const getKey: CommandHandler<typeof get> = showing(
  ({ keys }, { keyId }, options) => keys.get(keyId, options),
  (key, { columns }) =>
    formatTable(
      [
        ['', ([name]) => name],
        ['', ([, value]) => describe(value), 'text'],
      ],
      Object.entries(key).filter(([, value]) => value !== null),
      { header: false, columns },
    ),
)

/** A list by its entries, a maker by the name or, without one, by the id. */
const describe = (value: ApiKey[keyof ApiKey]): string => {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? (value?.name ?? value?.id ?? '') : value
}
