import type { CommandHandler } from '../../command-line/define-command.ts'
import { showRows } from '../../command-line/show-list.ts'
import type { nothing, reference } from './reference-commands.ts'

export const listReference: CommandHandler<typeof reference> = async ({ client, out, signal }, { list }) => {
  const value = await (await client()).reference.list(list, { signal })
  showRows(out, {
    value,
    rows: value.data,
    empty: 'No codes match.',
    columns: [
      ['code', ({ code }) => code],
      ['name', ({ name }) => name, 'text'],
      ['ern', ({ ern }) => ern, 'extra text'],
    ],
  })
  return undefined
}

export const listOutlets: CommandHandler<typeof nothing> = async ({ client, out, signal }) => {
  const value = await (await client()).outlets.list({ signal })
  showRows(out, {
    value,
    rows: value.data,
    empty: 'The hub has no outlets yet. Its operator can configure them.',
    columns: [
      ['id', ({ id }) => id],
      ['name', ({ name }) => name, 'text'],
      ['kind', ({ kind }) => kind],
      ['ern', ({ store }) => store?.ernVersion],
    ],
  })
  return undefined
}

export const listRules: CommandHandler<typeof nothing> = async ({ client, out, signal }) => {
  const value = await (await client()).rules.list({ signal })
  showRows(out, {
    value,
    rows: value.data,
    empty: 'The hub publishes no rules.',
    columns: [
      ['code', ({ code }) => code],
      ['severity', ({ severity }) => severity],
      ['about', ({ appliesTo }) => appliesTo, 'extra'],
      ['rule', ({ title }) => title, 'text'],
      ['source', ({ source }) => source, 'extra text'],
    ],
  })
  return undefined
}
