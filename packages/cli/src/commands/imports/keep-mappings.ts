import type { CommandHandler } from '../../command-line/define-command.ts'
import { showYaml } from '../../output/show-yaml.ts'
import { ending, listing } from '../operation-handlers.ts'
import type { keep, list, one, remove } from './mapping-commands.ts'
import { readMapping } from './mapping-files.ts'

export const listMappings: CommandHandler<typeof list> = listing(
  ({ tableMappings }, query, options) => tableMappings.list(query, options),
  {
    empty: 'No mapping is kept. Keep one with: spindle mappings keep <name> <file>',
    columns: [
      ['name', ({ name }) => name],
      ['columns', ({ mapping }) => Object.keys(mapping.columns).length],
      ['updated', ({ updatedAt }) => updatedAt],
    ],
  },
)

export const getMapping: CommandHandler<typeof one> = async ({ client, out, signal }, { mappingName }) => {
  const kept = await (await client()).tableMappings.get(mappingName, { signal })
  showYaml(out, kept, kept.mapping)
  return undefined
}

export const keepMapping: CommandHandler<typeof keep> = async (context, { mappingName, file }) => {
  const { client, out, signal } = context
  const mapping = await readMapping(context, file)
  const kept = await (await client()).tableMappings.keep(mappingName, mapping, { signal })
  out.result(kept, () => [`${kept.name} is kept. Use it with: spindle import <table> --mapping ${kept.name}`])
  return undefined
}

export const deleteMapping: CommandHandler<typeof remove> = ending({
  question: (_client, { mappingName }) => `Delete the mapping "${mappingName}"?`,
  end: ({ tableMappings }, { mappingName }, options) => tableMappings.delete(mappingName, options),
  done: ({ mappingName }) => [{ name: mappingName, status: 'deleted' }, `${mappingName} was deleted.`],
})
