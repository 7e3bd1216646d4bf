/**
 * Replaces what occurs in many places of the document by references: error answers, and examples. The document is several
 * times smaller, and its readers see that the parts are the same.
 */

type Json = Record<string, unknown>

interface Response {
  readonly content?: Readonly<Record<string, Json>>
}

/** The parts of a document that operations refer to. */
export interface SharedParts {
  readonly paths: Record<string, Json>
  readonly responses: Json
  readonly examples: Json
}

/** Moves repeated parts of the operations out of `paths`. */
export function shareParts(paths: Readonly<Record<string, Readonly<Json>>>): SharedParts {
  const responses = namedParts('responses')
  const examples = namedParts('examples')
  const shareAnswer = (status: string, response: Response): unknown => {
    const { content } = response
    if (content?.['application/problem+json']) return responses.refer(phraseOf(status), response)
    return content === undefined ? response : { ...response, content: mapValues(content, shareExample) }
  }
  const shareExample = (_: string, { example, ...media }: Json): Json => {
    const name = nameOfSchema(media.schema)
    if (example === undefined || name === undefined) return example === undefined ? media : { ...media, example }
    return { ...media, examples: { [name]: examples.refer(name, { value: example }) } }
  }
  const shareOperation = (_: string, operation: unknown): unknown => {
    if (typeof operation !== 'object' || operation === null || !('responses' in operation)) return operation
    return {
      ...operation,
      responses: mapValues(operation.responses as Readonly<Record<string, Response>>, shareAnswer),
    }
  }
  return {
    paths: mapValues(paths, (_, item) => mapValues(item, shareOperation)),
    responses: responses.collected(),
    examples: examples.collected(),
  }
}

function mapValues<Value, Mapped>(
  object: Readonly<Record<string, Value>>,
  map: (name: string, value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(name, value)]))
}

/** Reason phrases (RFC 9110 section 15, RFC 6585, RFC 4918; 460 is of tus). */
const phrases: Readonly<Record<string, string>> = {
  303: 'SeeOther',
  304: 'NotModified',
  307: 'TemporaryRedirect',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'RequestTimeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'PreconditionFailed',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
  422: 'UnprocessableEntity',
  429: 'TooManyRequests',
  431: 'RequestHeaderFieldsTooLarge',
  460: 'ChecksumMismatch',
  500: 'InternalServerError',
  501: 'NotImplemented',
  503: 'ServiceUnavailable',
  507: 'InsufficientStorage',
}
const phraseOf = (status: string): string => phrases[status] ?? `Status${status}`

/** `Release` of a reference to it. */
const nameOfSchema = (schema: unknown): string | undefined =>
  typeof schema === 'object' && schema !== null && '$ref' in schema ? String(schema.$ref).split('/').at(-1) : undefined

/** Components of one kind. Different parts that would have one name are numbered: `NotFound`, `NotFound2`. */
function namedParts(kind: 'responses' | 'examples') {
  const names = new Map<string, string>()
  const parts = new Map<string, unknown>()
  return {
    refer(wanted: string, part: object): { $ref: string } {
      const key = `${wanted} ${JSON.stringify(part)}`
      const name = names.get(key) ?? firstFree(wanted, parts)
      names.set(key, name)
      parts.set(name, part)
      return { $ref: `#/components/${kind}/${name}` }
    },
    collected: (): Json => Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function firstFree(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`
  return name
}
