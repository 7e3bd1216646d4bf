import { readFile } from 'node:fs/promises'
import { extname, resolve } from 'node:path'
import { SpindleError } from '@spindle/client'
import { CommandError, exitCodes } from '@spindle/command-line'
import { decodeUnicode, findLineOutsideUtf8 } from '@spindle/contract/text-files'
import type { Document, LineCounter, ParsedNode } from 'yaml'
import type { CommandContext } from '../command-line/command-context.ts'
import { addErrorPath, explainError } from '../errors/explain-error.ts'

/** A document that a person wrote: JSON or YAML, from a file or stdin. Problems are reported with its name and line. */

/** What was read, and the positions of its parts. */
export interface LocatedDocument {
  /** The path as given, or `stdin`. */
  readonly name: string
  readonly value: unknown
  /** `release.yaml:7`: the line of what a JSON Pointer names, or of the nearest that is there. */
  locate(pointer: string): string
}

/** `-` is stdin. */
export async function readDocument(
  context: Pick<CommandContext, 'cwd' | 'readStdin'>,
  path: string,
): Promise<LocatedDocument> {
  const name = path === '-' ? 'stdin' : path
  const bytes = path === '-' ? await context.readStdin() : await readBytes(resolve(context.cwd, path))
  const text = decodeDocument(name, bytes)
  if (text.trim() === '') throw unreadable(name, 'it is empty')
  // A YAML parser accepts all JSON, and reports the line of each value.
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true })
  const [problem] = document.errors
  const isJson = extname(path).toLowerCase() === '.json'
  if (problem !== undefined && !isJson) throw unreadable(name, firstLine(problem.message))
  return {
    name,
    value: isJson ? parseJson(name, text) : toValue(name, document),
    locate: (pointer) => {
      const line = findLine(document.contents, pointer, lines)
      return line === undefined ? name : `${name}:${line}`
    },
  }
}

/** Guessed letters would go to outlets, so a document in another encoding is refused. */
function decodeDocument(name: string, bytes: Uint8Array): string {
  const text = decodeUnicode(bytes)
  if (text !== undefined) return text
  const line = findLineOutsideUtf8(bytes) ?? 1
  throw new CommandError(`${name} cannot be read: line ${line} is not UTF-8`, {
    exitCode: exitCodes.validation,
    code: 'document_invalid',
    fix: 'Save it as UTF-8, and check the letters with accents.',
  })
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw addErrorPath(error, path)
  }
}

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').replace(/:$/, '')

const unreadable = (name: string, why: string): CommandError =>
  new CommandError(`${name} cannot be read: ${why}`, {
    exitCode: exitCodes.validation,
    code: 'document_invalid',
    fix: 'Write JSON or YAML.',
  })

/** Anchors may repeat a part so often that no memory holds it; the library stops before. */
function toValue(name: string, document: Document.Parsed): unknown {
  try {
    return document.toJS() as unknown
  } catch (error) {
    throw unreadable(name, firstLine((error as Error).message))
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw unreadable(name, (error as Error).message)
  }
}

interface Parent {
  get(key: string | number, keepScalar: true): unknown
}

function findLine(root: ParsedNode | null, pointer: string, lines: LineCounter): number | undefined {
  let offset = root?.range[0]
  let node: unknown = root
  for (const name of pointer.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null || !('get' in node)) break
    node = (node as Parent).get(/^\d+$/.test(name) ? Number(name) : name, true)
    offset = (node as ParsedNode | undefined)?.range?.[0] ?? offset
  }
  return offset === undefined ? undefined : lines.linePos(offset).line
}

/** Does something with a document; errors of the hub about a part of it then name the line. */
export async function withErrorLines<T>(document: LocatedDocument, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SpindleError) || error.errors.length === 0) throw error
    const { message, problems, ...facts } = explainError(error)
    throw new CommandError(message, {
      ...facts,
      problems: problems.map((problem) => ({
        ...problem,
        where: `${document.locate(problem.where)} ${problem.where}`.trim(),
      })),
      cause: error,
    })
  }
}
