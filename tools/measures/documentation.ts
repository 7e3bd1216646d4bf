import type { SourceFile } from './source-files.ts'
import { readName, readNodes, type SyntaxNode, walk } from './syntax.ts'

/** Something a user of a package sees by name, and whether an editor can say what it is. */
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

/** Members of those exported interfaces, and types that are written out, that are among the names. */
export function listMembers(file: SourceFile, names: ReadonlySet<string>): Documentable[] {
  const members: Documentable[] = []
  walk(file.program, (node, parents) => {
    const [, exported] = parents
    if (!/^TS(Property|Method)Signature$/.test(node.type) || exported?.type !== 'ExportNamedDeclaration') return
    // Only of the type itself: not of types written inside its members.
    if (parents.filter(({ type }) => /^TS(Property|Method)Signature$|^TSTypeParameter/.test(type)).length > 0) return
    const owner = readNodes(exported, 'declaration')[0]
    const name = readName(owner?.id) ?? ''
    if (/^TS(Interface|TypeAlias)Declaration$/.test(owner?.type ?? '') && names.has(name))
      members.push(describeMember(file, node, name))
  })
  return members
}

const describeMember = (file: SourceFile, node: SyntaxNode, owner: string): Documentable => ({
  place: file.path,
  name: `${owner}.${readName(node.key) ?? '?'}`,
  isDocumented: hasDocComment(file, node),
})

/** Functions of the contract that make objects which take no other members than those named: what requests consist of. */
const requestObjects = new Set(['ClosedObject', 'object'])

/**
 * Members of requests: properties of the closed objects of the contract, of what is shared between them (`…Members`),
 * and of `query` and `params` of an operation. Only a doc comment reaches the editor of somebody who uses the client.
 */
export function listRequestMembers(file: SourceFile): Documentable[] {
  const members: Documentable[] = []
  walk(file.program, (node, parents) => {
    if (node.type !== 'ObjectExpression' || !isRequestObject(node, parents)) return
    const owner = parents.find(({ type }) => type === 'VariableDeclarator')
    for (const property of propertiesOf(node)) members.push(describeMember(file, property, readName(owner?.id) ?? ''))
  })
  return members
}

function isRequestObject(node: SyntaxNode, parents: readonly SyntaxNode[]): boolean {
  const parent = parents.at(-1)
  if (parent?.type === 'CallExpression') {
    if (readNodes(parent, 'arguments')[0] !== node) return false
    const place = readName(parents.at(-2)?.key) ?? readName(parents.at(-2)?.id)
    const isObjectType = readName(parent.callee) === 'Object' && ['query', 'params'].includes(place ?? '')
    return requestObjects.has(readName(parent.callee) ?? '') || isObjectType
  }
  const maker = parents.findLast(({ type }) => type === 'VariableDeclarator')
  const isReturned = ['ArrowFunctionExpression', 'ReturnStatement', 'ParenthesizedExpression'].includes(
    parent?.type ?? '',
  )
  return isReturned && /Members$/.test(readName(maker?.id) ?? '')
}

/** The comment ends on the line above, or on the same: one with an empty line below it is about the file. */
const hasDocComment = ({ comments, text }: SourceFile, { start }: SyntaxNode): boolean =>
  comments.some(
    (comment) =>
      comment.type === 'Block' &&
      comment.value.startsWith('*') &&
      comment.end <= start &&
      /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(comment.end, start)),
  )
