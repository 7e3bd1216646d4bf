/**
 * Replaces what occurs in several places of the document by references: answers, and parameters. The document is several
 * times smaller, and its readers see that the parts are the same.
 */

type Json = Record<string, unknown>

interface Operation {
  readonly responses: Readonly<Record<string, Json>>
  readonly parameters?: readonly Json[]
}

/** The parts of a document that operations refer to. */
export interface SharedParts {
  readonly paths: Record<string, Json>
  readonly responses: Json
  readonly parameters: Json
}

/** Moves repeated parts of the operations out of `paths`. Error answers are always moved, so that all are in one place. */
export function shareParts(paths: Readonly<Record<string, Readonly<Json>>>): SharedParts {
  const responses = namedParts('responses')
  const parameters = namedParts('parameters')
  const times = countParts(paths)
  const isRepeated = (part: Json): boolean => (times.get(JSON.stringify(part)) ?? 0) > 1
  const shareAnswer = (status: string, response: Json): Json =>
    isProblem(response) || isRepeated(response) ? responses.refer(phraseOf(status), response) : response
  const shareParameter = (parameter: Json): Json =>
    isRepeated(parameter) ? parameters.refer(pascal(String(parameter.name)), parameter) : parameter
  const shareOperation = (_: string, operation: unknown): unknown =>
    isOperation(operation)
      ? {
          ...operation,
          ...(operation.parameters && { parameters: operation.parameters.map(shareParameter) }),
          responses: mapValues(operation.responses, shareAnswer),
        }
      : operation
  return {
    paths: mapValues(paths, (_, item) => mapValues(item, shareOperation)),
    responses: responses.collected(),
    parameters: parameters.collected(),
  }
}

/** How often each answer and each parameter occurs. References are parts of their own already. */
function countParts(paths: Readonly<Record<string, Readonly<Json>>>): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const operation of Object.values(paths)
    .flatMap((item) => Object.values(item))
    .filter(isOperation))
    for (const part of [...Object.values(operation.responses), ...(operation.parameters ?? [])]) {
      if ('$ref' in part) continue
      const text = JSON.stringify(part)
      times.set(text, (times.get(text) ?? 0) + 1)
    }
  return times
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'responses' in value

const isProblem = ({ content }: Json): boolean =>
  typeof content === 'object' && content !== null && 'application/problem+json' in content

/** `UploadId` of `uploadId`, `TusResumable` of `Tus-Resumable`. */
const pascal = (name: string): string =>
  name
    .split(/[-_]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function mapValues<Value, Mapped>(
  object: Readonly<Record<string, Value>>,
  map: (name: string, value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(name, value)]))
}

/** Reason phrases (RFC 9110 section 15, RFC 6585, RFC 4918; 460 is of tus). */
const phrases: Readonly<Record<string, string>> = {
  200: 'Ok',
  201: 'Created',
  202: 'Accepted',
  204: 'NoContent',
  206: 'PartialContent',
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

/** Components of one kind. Different parts that would have one name are numbered: `NotFound`, `NotFound2`. */
function namedParts(kind: 'responses' | 'parameters') {
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
