import type { SourceFile } from './source-files.ts'
import { readName, readNodes, type SyntaxNode, walk } from './syntax.ts'

/** Something a user of a package sees by name, and whether an editor can show what it is. */
export interface Documentable {
  readonly place: string
  readonly name: string
  readonly isDocumented: boolean
}

/**
 * Exported declarations. One that has a doc comment right above it counts as documented, as do a type of its
 * documented schema or list, and an operation with its summary.
 */
export function listExports(file: SourceFile): Documentable[] {
  const found = new Map<string, Documentable>()
  for (const statement of file.program.body as unknown as SyntaxNode[]) {
    if (!/^Export(Named|Default)Declaration$/.test(statement.type)) continue
    const comment = hasDocComment(file, statement)
    for (const declaration of readNodes(statement, 'declaration'))
      for (const { name, hasSummary } of listNames(declaration)) {
        const isType = /^TS(Interface|TypeAlias)Declaration$/.test(declaration.type)
        const key = isType ? `type ${name}` : name
        const schemas = isType ? [name, ...listValueNames(file, declaration)] : []
        const isDocumented = comment || hasSummary || [key, ...schemas].some((one) => found.get(one)?.isDocumented)
        found.set(key, { place: file.path, name: key, isDocumented })
      }
  }
  return [...found.values()]
}

/** The values a type is made of: `typeof values`. */
const listValueNames = ({ text }: SourceFile, { start, end }: SyntaxNode): string[] =>
  Array.from(text.slice(start, end).matchAll(/\btypeof (\w+)/g), ([, name = '']) => name)

function listNames(declaration: SyntaxNode): { readonly name: string; readonly hasSummary: boolean }[] {
  const declarators = readNodes(declaration, 'declarations')
  if (declarators.length === 0) return [{ name: readName(declaration.id) ?? 'default', hasSummary: false }]
  return declarators.map((declarator) => ({
    name: readName(declarator.id) ?? '',
    hasSummary: readNodes(declarator, 'init').some(hasSummary),
  }))
}

const hasSummary = (call: SyntaxNode): boolean =>
  readName(call.callee) === 'defineOperation' &&
  readNodes(call, 'arguments').some((argument) => propertiesOf(argument).some(({ key }) => readName(key) === 'summary'))

const propertiesOf = (node: SyntaxNode): SyntaxNode[] =>
  node.type === 'ObjectExpression' ? readNodes(node, 'properties').filter(({ type }) => type === 'Property') : []

/** Names that an entry of a package passes on from other files. */
export const listPassedOn = ({ program }: SourceFile): string[] =>
  (program.body as unknown as SyntaxNode[])
    .filter(({ type, source }) => type === 'ExportNamedDeclaration' && source)
    .flatMap((statement) => readNodes(statement, 'specifiers').map(({ exported }) => readName(exported) ?? ''))

/** Members of exported interfaces, and of types that are written out; of those among the names, where names are given. */
export function listMembers(file: SourceFile, names?: ReadonlySet<string>): Documentable[] {
  const members: Documentable[] = []
  walk(file.program, (node, parents) => {
    const [, exported] = parents
    if (!/^TS(Property|Method)Signature$/.test(node.type) || exported?.type !== 'ExportNamedDeclaration') return
    // Only of the type itself: not of types written inside its members.
    if (parents.filter(({ type }) => /^TS(Property|Method)Signature$|^TSTypeParameter/.test(type)).length > 0) return
    const owner = readNodes(exported, 'declaration')[0]
    const name = readName(owner?.id) ?? ''
    if (/^TS(Interface|TypeAlias)Declaration$/.test(owner?.type ?? '') && (names?.has(name) ?? true))
      members.push(describeMember(file, node, name))
  })
  return members
}

const describeMember = (file: SourceFile, node: SyntaxNode, owner: string): Documentable => ({
  place: file.path,
  name: `${owner}.${readName(node.key) ?? '?'}`,
  isDocumented: hasDocComment(file, node),
})

/** The comment ends on the line above, or on the same: one with an empty line below it is about the file. */
const hasDocComment = ({ comments, text }: SourceFile, { start }: SyntaxNode): boolean =>
  comments.some(
    (comment) =>
      comment.type === 'Block' &&
      comment.value.startsWith('*') &&
      comment.end <= start &&
      /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(comment.end, start)),
  )
