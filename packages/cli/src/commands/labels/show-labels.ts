import type { AccountDefaults, Label } from '@spindle/client'
import { stringify } from 'yaml'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { listing, showing } from '../operation-handlers.ts'
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
      ['defaults', ({ defaults }) => Object.keys(defaults).join(', '), 'text'],
    ],
  },
)

export const getLabel: CommandHandler<typeof one> = showing(
  ({ labels }, { labelId }, options) => labels.get(labelId, options),
  (label) => formatLabel(label),
)

export const getDefaults: CommandHandler<typeof ofAccount> = showing(
  ({ defaults }, _, options) => defaults.get(options),
  (answer) => formatDefaults(answer),
)

export const formatLabel = ({ id, name, defaults }: Label): readonly string[] => formatDocument({ id, name, defaults })

/** As YAML, so that it can be changed and set again. */
export const formatDefaults = ({ defaults }: AccountDefaults): readonly string[] =>
  Object.keys(defaults).length === 0
    ? ['There are no defaults. Set them with: spindle defaults set <file>']
    : formatDocument(defaults)

const formatDocument = (document: object): readonly string[] =>
  stringify(document, { lineWidth: 0 }).trimEnd().split('\n').map(sanitizeText)
