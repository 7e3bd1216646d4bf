import type { Column, Schema, StoredFunction } from './read-schema.ts'

/** The page docs/schema.md, made from the database's description and the names in the sources. */

export interface Sources {
  /** Of `packages/server/src`, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** Folders by the name of their table, view or function. */
  readonly ownerOf: ReadonlyMap<string, string>
  /** Tables by the file whose statements get their names from elsewhere. */
  readonly writtenBy: Readonly<Record<string, readonly string[]>>
}

export function schemaPage(schema: Schema, sources: Sources): string {
  return `${[
    head,
    '## Tables',
    ...tablesByOwner(schema, sources),
    '## Views',
    ...schema.views.map(({ name }) => viewText(name, schema, sources)),
    '## Functions',
    ...schema.functions.map((function_) => functionText(function_, schema, sources)),
  ].join('\n\n')}\n`
}

const head = `# The schema

<!-- Written by npm run gen:schema from the database and the sources. Do not edit it. -->

Which tables there are, which part of the server owns each, and which code fills it. Paths are relative to \`packages/server/src\`.
Parts that copy any table (backups, exports and erasure of accounts) are not listed. How to change the schema is in
[adding-a-migration.md](adding-a-migration.md).`

function tablesByOwner({ columns, functions, triggers }: Schema, sources: Sources): string[] {
  const tables = [...new Set(columns.map(({ table }) => table))]
  const owners = [...new Set(tables.map((table) => ownerIn(sources, table)))].sort()
  return owners.flatMap((owner) => [
    `### ${owner}`,
    ...tables
      .filter((table) => ownerIn(sources, table) === owner)
      .map((table) => {
        const writing = [
          ...filesThat(
            sources,
            (text, path) => writes(text, table) || sources.writtenBy[path]?.includes(table) === true,
          ),
          ...functions.filter(({ text }) => writes(text, table)).map(({ name }) => linkOf(name)),
        ]
        if (writing.length === 0) throw new Error(`No code was found that writes ${table}`)
        const told = triggers.filter((trigger) => trigger.table === table)
        return paragraphs([
          `#### ${table}`,
          columnsText(columns.filter((column) => column.table === table)),
          listText('Written by', writing),
          listText(
            'Triggers',
            told.map((trigger) => `${linkOf(trigger.function)} (${trigger.event})`),
          ),
        ])
      }),
  ])
}

function columnsText(columns: readonly Column[]): string {
  const width = Math.max(...columns.map(({ name }) => name.length))
  const lines = columns.map(
    ({ name, type, isRequired }) => `${name.padEnd(width)}  ${type}${isRequired ? ' not null' : ''}`,
  )
  return ['```', ...lines, '```'].join('\n')
}

function viewText(name: string, { views, functions }: Schema, sources: Sources): string {
  const reads = (text: string): boolean => new RegExp(`\\b(from|join)\\s+\\(*${name}\\b`, 'i').test(text)
  return paragraphs([
    `### ${name}`,
    `Owner: \`${ownerIn(sources, name)}\`.`,
    listText('Read by', [
      ...filesThat(sources, reads),
      ...[...views, ...functions].filter(({ text }) => reads(text)).map((other) => linkOf(other.name)),
    ]),
  ])
}

function functionText({ name, parameters, result }: StoredFunction, schema: Schema, sources: Sources): string {
  const triggers = schema.triggers.filter((trigger) => trigger.function === name)
  const calling = schema.functions.filter((other) => other.name !== name && calls(other.text, name))
  return paragraphs([
    `### ${name}`,
    `\`${name}(${parameters}) returns ${result}\`, in [functions/${name}.sql](${filePath(name)}). Owner: \`${ownerIn(sources, name)}\`.`,
    listText(
      'Trigger on',
      triggers.map(({ table, event }) => `\`${table}\` (${event})`),
    ),
    listText('Called by', [
      ...filesThat(sources, (text) => calls(text, name)),
      ...calling.map((other) => linkOf(other.name)),
    ]),
    listText(
      'Relied on by',
      filesThat(sources, (text) => new RegExp(`\\b${name}\\.sql\\b`).test(text)),
    ),
  ])
}

const paragraphs = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

const ownerIn = ({ ownerOf }: Sources, name: string): string => ownerOf.get(name) ?? 'nothing'
const filePath = (name: string): string => `../packages/server/migrations/functions/${name}.sql`
const linkOf = (name: string): string => `[${name}](#${name})`

const filesThat = ({ texts }: Sources, matches: (text: string, path: string) => boolean): string[] =>
  [...texts].filter(([path, text]) => matches(text, path)).map(([path]) => `\`${path}\``)

const listText = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `${title}: ${[...new Set(items)].join(', ')}.`

/** Whether a statement writes the table by its name. `for update of` only locks. */
const writes = (sql: string, table: string): boolean =>
  new RegExp(`\\b(insert\\s+into|delete\\s+from|(?<!for\\s)update)\\s+(only\\s+)?${table}\\b`, 'i').test(sql) ||
  new RegExp(`\\.load\\(\\s*['"\`]${table}\\b`).test(sql)

const calls = (sql: string, name: string): boolean =>
  new RegExp(`(?<!function )\\b${name}\\((?!\\w*: )`).test(sql.replaceAll(/^\s*(\*|\/\/|\/\*|--).*$/gm, ''))
