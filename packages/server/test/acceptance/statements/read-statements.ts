import { posix } from 'node:path'
import { readSources, type SourceFile } from '../../../../../tools/measures/source-files.ts'
import { readName, readNodes, type SyntaxNode, walk } from '../../../../../tools/measures/syntax.ts'

/** A call in the sources that runs a statement. */
export interface Statement {
  /** `features/keys/key-queries.ts:39` */
  readonly place: string
  readonly method: 'readRows' | 'readRow' | 'rows' | 'row'
  /** Its SQL, with that of the constants and functions that make it. */
  readonly sql: string
}

const methods = ['readRows', 'readRow', 'rows', 'row'] as const
const root = new URL('../../../../../', import.meta.url).pathname

/** All methods that return rows. A method that only counts changes is never a read. */
export function readStatements(): Statement[] {
  const files = readSources(root, 'server')
  const modules = new Map(files.map((file) => [file.path, readModule(file)]))
  return files.flatMap((file) => {
    const statements: Statement[] = []
    walk(file.program, (node) => {
      const method = methods.find((name) => node.type === 'CallExpression' && name === calledMember(node))
      const [text] = readNodes(node, 'arguments')
      // Calls of ClickHouse have an object as their argument.
      if (!method || !text || text.type === 'ObjectExpression') return
      const line = file.text.slice(0, node.start).split('\n').length
      const place = `${file.path.replace('packages/server/src/', '')}:${line}`
      statements.push({ place, method, sql: collectSql(text, file.path, modules).join(' ') })
    })
    return statements
  })
}

function calledMember(call: SyntaxNode): string | undefined {
  const [callee] = readNodes(call, 'callee')
  return callee?.type === 'MemberExpression' ? readName(callee.property) : undefined
}

interface Module {
  /** Declarations by name, those inside functions too. */
  readonly declared: ReadonlyMap<string, SyntaxNode>
  /** Where imported names come from: path and name there. */
  readonly imported: ReadonlyMap<string, readonly [path: string, name: string]>
}

function readModule({ path, program }: SourceFile): Module {
  const declared = new Map<string, SyntaxNode>()
  const imported = new Map<string, readonly [string, string]>()
  walk(program, (node) => {
    const name = readName(readNodes(node, 'id')[0])
    if (name && (node.type === 'VariableDeclarator' || node.type === 'FunctionDeclaration')) declared.set(name, node)
    if (node.type !== 'ImportDeclaration') return
    const from = readName(readNodes(node, 'source')[0]) ?? ''
    for (const specifier of readNodes(node, 'specifiers')) {
      const local = readName(readNodes(specifier, 'local')[0])
      const original = readName(readNodes(specifier, 'imported')[0])
      if (local && original) imported.set(local, [posix.join(posix.dirname(path), from), original])
    }
  })
  return { declared, imported }
}

/** All string literals in the node, and in the constants it names. */
function collectSql(
  node: SyntaxNode,
  path: string,
  modules: ReadonlyMap<string, Module>,
  seen: Set<SyntaxNode> = new Set(),
): string[] {
  if (seen.has(node)) return []
  seen.add(node)
  const pieces: string[] = []
  walk(node, (below) => {
    if (below.type === 'Literal' && typeof below.value === 'string') pieces.push(below.value)
    if (below.type === 'TemplateElement') pieces.push((below.value as { readonly cooked: string }).cooked)
    if (below.type !== 'Identifier') return
    const [place, name] = modules.get(path)?.imported.get(String(below.name)) ?? [path, String(below.name)]
    const declaration = modules.get(place)?.declared.get(name)
    if (declaration) pieces.push(...collectSql(declaration, place, modules, seen))
  })
  return pieces
}
