import { AppError, type FieldError, limits } from '@spindle/contract'

/**
 * JSON as the hub accepts it: valid UTF-8, nested at most 32 deep, of at most 100,000 values, no member twice, no
 * `__proto__`, no NUL and no lone surrogate (PostgreSQL stores neither). JSON.parse alone keeps the last of two equal
 * members, so that a proxy and the hub could read two different requests.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalid(`The body is not valid JSON${whereBroken(text, (error as Error).message)}.`)
  }
  new Scanner(text).scan()
  return value
}

/** The position, as far as the engine reports one; what it quotes of the body is not passed on. */
function whereBroken(text: string, message: string): string {
  if (message.startsWith('Unexpected end')) return ': it is incomplete'
  const [, what, position] = /^([A-Z][^"]*?)(?: in JSON)? at position (\d+)/.exec(message) ?? []
  if (what === undefined) return ''
  const before = text.slice(0, Number(position)).split('\n')
  return `: ${what.charAt(0).toLowerCase()}${what.slice(1)} at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The body is not valid UTF-8.')
  }
}

const invalid = (detail: string, errors?: readonly FieldError[]): AppError =>
  new AppError('invalid_json', { detail, errors })

const quote = 0x22
const backslash = 0x5c

/** Walks text that JSON.parse has accepted, so only structure and member names are of interest. */
class Scanner {
  private at = 0
  private commas = 0
  private readonly text: string
  /** One set of seen names per open object, undefined per open array. */
  private readonly open: (Set<string> | undefined)[] = []

  constructor(text: string) {
    this.text = text
  }

  scan(): void {
    for (; this.at < this.text.length; this.at++) {
      const char = this.text[this.at]
      if (char === '"') this.string()
      else if (char === '{') this.enter(new Set())
      else if (char === '[') this.enter(undefined)
      else if (char === '}' || char === ']') this.open.pop()
      else if (char === ',') this.count()
    }
  }

  private enter(names: Set<string> | undefined): void {
    this.open.push(names)
    if (this.open.length > limits.maxJsonDepth)
      throw invalid(`The body is nested deeper than ${limits.maxJsonDepth} levels.`)
  }

  /** A list of many empty things is checked for longer than it takes to send. */
  private count(): void {
    this.commas += 1
    if (this.commas >= limits.maxJsonValues) throw invalid(`The body has more than ${limits.maxJsonValues} values.`)
  }

  private string(): void {
    const start = this.at
    let escaped = false
    for (this.at++; this.text.charCodeAt(this.at) !== quote; this.at++) {
      if (this.text.charCodeAt(this.at) !== backslash) continue
      escaped = true
      this.at++
    }
    const raw = this.text.slice(start, this.at + 1)
    const value = escaped ? (JSON.parse(raw) as string) : raw.slice(1, -1)
    if (escaped && value.includes('\0')) throw invalid('A string contains the character U+0000.')
    if (escaped && !value.isWellFormed()) throw invalid('A string contains half of a surrogate pair.')
    if (this.isName()) this.name(value)
  }

  /** A string followed by a colon is a member name. */
  private isName(): boolean {
    let next = this.at + 1
    while (/\s/.test(this.text[next] ?? '')) next++
    return this.text[next] === ':'
  }

  private name(name: string): void {
    const names = this.open.at(-1)
    if (name === '__proto__') throw invalid('The member name "__proto__" is not allowed.')
    if (names?.has(name)) throw invalid(`The member "${name.slice(0, 64)}" appears twice in one object.`)
    names?.add(name)
    if ((names?.size ?? 0) > limits.maxJsonMembers)
      throw invalid(`An object of the body has more than ${limits.maxJsonMembers} members.`)
  }
}
