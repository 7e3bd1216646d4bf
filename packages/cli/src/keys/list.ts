import type { Run } from '../command.ts'
import { showList } from '../paging.ts'
import { tableLines } from '../table.ts'
import type { get, list } from './commands.ts'

export const listKeys: Run<typeof list> = async (context, { all, ...query }) => {
  const client = await context.client()
  await showList(context, client.keys.list(query, { signal: context.signal }), {
    all,
    empty: 'There are no keys. Make one with: spindle keys create --name <name> --permissions music:read,music:write',
    columns: [
      ['id', ({ id }) => id],
      ['status', ({ status }) => status],
      ['name', ({ name }) => name],
      ['key', ({ hint }) => hint],
      ['permissions', ({ permissions }) => permissions.join(',')],
      ['expires', ({ expiresAt }) => expiresAt],
      ['last used', ({ lastUsedAt }) => lastUsedAt],
    ],
  })
  return undefined
}

export const getKey: Run<typeof get> = async ({ client, out, signal }, { keyId }) => {
  const key = await (await client()).keys.retrieve(keyId, { signal })
  const facts = Object.entries(key).filter(([, value]) => value !== null)
  out.result(key, () =>
    tableLines(
      [
        ['', ([name]) => name],
        ['', ([, value]) => String(value)],
      ],
      facts,
      { header: false },
    ),
  )
  return undefined
}
