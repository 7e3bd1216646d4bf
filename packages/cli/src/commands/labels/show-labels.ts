import type { AccountDefaults, Label } from '@spindle/client'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { showYaml } from '../../output/show-yaml.ts'
import type { Output } from '../../output/terminal-output.ts'
import { listing } from '../operation-handlers.ts'
import type { list, ofAccount, one } from './label-commands.ts'

export const listLabels: CommandHandler<typeof list> = listing(
  ({ labels }, query, options) => labels.list(query, options),
  {
    empty: ({ query }) =>
      query === undefined
        ? 'There are no labels. Create one with: spindle labels create <name>'
        : 'No label has this name.',
    columns: [
      ['id', ({ id }) => id, 'id'],
      ['name', ({ name }) => name, 'text'],
      ['ISRC prefix', ({ isrcPrefix }) => isrcPrefix ?? '', 'text'],
      ['UPC range', ({ upcRange }) => upcRange ?? '', 'text'],
      ['defaults', ({ defaults }) => Object.keys(defaults).join(', '), 'text'],
    ],
  },
)

export const getLabel: CommandHandler<typeof one> = async ({ client, out, signal }, { labelId }) => {
  const { labels } = await client()
  showLabel(out, await labels.get(labelId, { signal }))
  return undefined
}

export const getDefaults: CommandHandler<typeof ofAccount> = async ({ client, out, signal }) => {
  const { defaults } = await client()
  showDefaults(out, await defaults.get({ signal }))
  return undefined
}

/** With the defaults, as `labels update` takes them. */
export function showLabel(out: Output, label: Label): void {
  const { id, name, isrcPrefix, upcRange, defaults } = label
  showYaml(out, label, { id, name, ...(isrcPrefix && { isrcPrefix }), ...(upcRange && { upcRange }), defaults })
}

/** As YAML that `defaults set` takes. */
export function showDefaults(out: Output, answer: AccountDefaults): void {
  const { defaults } = answer
  if (Object.keys(defaults).length > 0) showYaml(out, answer, defaults)
  else out.result(answer, () => ['There are no defaults. Set them with: spindle defaults set <file>'])
}
