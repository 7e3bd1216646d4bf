import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The methods of the typed client, read from its interfaces: name, parameters and the first sentence of the comment. */
export interface ClientMethod {
  /** As a program writes it, e.g. `releases.get(releaseId)`. */
  readonly call: string
  readonly does: string
}

/** Every method of every resource, in the order of the client. */
export function clientMethods(packageFolder: string): readonly ClientMethod[] {
  const source = join(packageFolder, 'src')
  const interfaces = readdirSync(join(source, 'resources'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(source, 'resources', name), 'utf8'))
    .join('\n')
  const client = readFileSync(join(source, 'spindle.ts'), 'utf8')
  const [, members = ''] = /export class Spindle \{\n(.*?)\n\n/s.exec(client) ?? []
  return Array.from(members.matchAll(/readonly (\w+): (\w+)/g))
    .filter(([, name]) => name !== 'baseUrl')
    .flatMap(([, name = '', type = '']) => methodsOf(bodyOf(interfaces, type), name))
}

function bodyOf(text: string, name: string): string {
  const [, body] = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(text) ?? []
  if (body === undefined) throw new Error(`there is no interface ${name} in the resources of the client`)
  return body
}

/** A comment, a name, and the parameters up to the parenthesis that closes them. */
const member = /\/\*\*(?<comment>(?:(?!\*\/).)*)\*\/\s+(?<name>\w+)\((?<parameters>(?:[^()]|\([^()]*\))*)\):/gs

function methodsOf(body: string, path: string): readonly ClientMethod[] {
  const inside = /readonly (\w+): \{(.*)\}/s.exec(body)
  if (inside) return methodsOf(inside[2] ?? '', `${path}.${inside[1]}`)
  return Array.from(body.matchAll(member), ({ groups = {} }) => {
    const { comment = '', name = '', parameters = '' } = groups
    return { call: `${path}.${name}(${namesOf(parameters)})`, does: firstSentence(comment) }
  })
}

/** Names without types; options come with every method and are left out. */
const namesOf = (parameters: string): string =>
  Array.from(parameters.matchAll(/(?:^|,)\s*(\w+)(\?)?:/g))
    .filter(([, name]) => name !== 'options')
    .map(([, name, optional = '']) => `${name}${optional}`)
    .join(', ')

function firstSentence(comment: string): string {
  const text = comment
    .replaceAll(/\s*\n?\s*\*\s+/g, ' ')
    .replace('@deprecated', 'Deprecated:')
    .trim()
  return /^.*?[.](?=\s|$)/.exec(text)?.[0].slice(0, -1) ?? text
}
