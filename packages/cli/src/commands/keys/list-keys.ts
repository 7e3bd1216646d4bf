import type { ApiKey } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatTable } from '../../output/format-table.ts'
import { showList } from '../../output/show-list.ts'
import type { get, list } from './key-commands.ts'

export const listKeys: CommandHandler<typeof list> = async (context, { all, ...query }) => {
  const client = await context.client()
  await showList(context, client.keys.list(query, { signal: context.signal }), {
    all,
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
  return undefined
}

export const getKey: CommandHandler<typeof get> = async ({ client, out, signal }, { keyId }) => {
  const key = await (await client()).keys.get(keyId, { signal })
  const facts = Object.entries(key).filter(([, value]) => value !== null)
  out.result(key, () =>
    formatTable(
      [
        ['', ([name]) => name],
        ['', ([, value]) => describe(value), 'text'],
      ],
      facts,
      { header: false, columns: out.columns },
    ),
  )
  return undefined
}

/** A list by its entries, a maker by the name or, without one, by the id. */
const describe = (value: ApiKey[keyof ApiKey]): string => {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? (value?.name ?? value?.id ?? '') : value
}
