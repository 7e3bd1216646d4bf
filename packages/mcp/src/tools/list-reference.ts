import { ClosedObject, OneOf, referenceLists, Text, Type } from '@spindle/contract'
import { detailMember, takeFirst } from '../answers/answer-detail.ts'
import { defineTool, readOnlyAnnotations, requestOptions, type ToolContext } from '../definition/define-tool.ts'

const lists = [...referenceLists, 'rules', 'outlets'] as const
const shown = 50

export const listReference = defineTool({
  name: 'list_reference',
  title: 'Look up codes, rules and outlets',
  description:
    'Values for releases: codes of genres, languages, territories and roles; the rules that check releases; the outlets. Short: the first 50 matches.',
  gate: 'read',
  operations: ['listReference', 'listRules', 'listOutlets'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({
    list: OneOf(lists),
    query: Type.Optional(Text(100, { description: 'Only entries with this text in code, name or title' })),
    ...detailMember,
  }),
  async run({ list, query = '', detail }, context) {
    const entries = (await entriesOf(list, context)).filter((entry) => says(entry, query.toLowerCase()))
    if (detail === 'full') return { list, entries }
    return { list, ...takeFirst('entries', entries.map(withoutSource), shown) }
  },
})

type Entry = Readonly<Record<string, unknown>>

type ListName = (typeof lists)[number]

async function entriesOf(list: ListName, context: ToolContext): Promise<readonly Entry[]> {
  const { rules, outlets, reference } = context.client
  if (list === 'rules') return (await rules.list(requestOptions(context))).data
  if (list === 'outlets') return (await outlets.list(requestOptions(context))).data
  return (await reference.list(list, requestOptions(context))).data
}

const says = (entry: Entry, words: string): boolean =>
  [entry.code, entry.id, entry.name, entry.title].some(
    (text) => typeof text === 'string' && text.toLowerCase().includes(words),
  )

/** Where a rule comes from, and its number, are for people who doubt it; findings name it by its code. */
const withoutSource = ({ source: _source, version: _version, ...entry }: Entry): Entry => {
  const { id, ...rest } = entry
  return 'code' in rest ? rest : { id, ...rest }
}
