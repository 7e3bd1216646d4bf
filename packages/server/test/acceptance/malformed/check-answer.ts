import { errors, Problem } from '@spindle/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { checkAgainstContract } from '../../harness/contract-check.ts'

/** The rules for every answer, to any request. */

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
const isProblem = ajv.compile(Problem)

export interface SeenAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Undefined if the answer is right; otherwise what is wrong. */
export async function findFault(method: string, path: string, answer: SeenAnswer): Promise<string | undefined> {
  const { status, headers, body } = answer
  // The one refusal with a success status.
  const isRefusal = status === 501 && path.split('?', 1)[0] === '/api/agent/auth'
  if (status >= 500 && !isRefusal) return `answered ${status}: ${body.toString().slice(0, 500)}`
  if (headers['x-request-id'] === undefined) return `${status} without X-Request-Id`
  if (status >= 400 && !isRefusal && method !== 'HEAD') {
    const fault = problemFault(answer)
    if (fault !== undefined) return fault
  }
  try {
    await checkAgainstContract(method, path, asResponse(answer))
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

function problemFault({ status, headers, body }: SeenAnswer): string | undefined {
  const type = String(headers['content-type'])
  if (!type.startsWith('application/problem+json')) return `${status} came as ${type}: ${body.toString().slice(0, 200)}`
  let problem: unknown
  try {
    problem = JSON.parse(body.toString())
  } catch {
    return `${status} has a body that is no JSON: ${body.toString().slice(0, 200)}`
  }
  if (!isProblem(problem))
    return `${status} is no problem document: ${ajv.errorsText(isProblem.errors)}: ${body.toString().slice(0, 500)}`
  const { error } = problem as { error: keyof typeof errors }
  if (errors[error]?.status !== status) return `${error} came with ${status}`
  return /\bat \S+ \(|\.[jt]s:\d+|node_modules|select .+ from |\/packages\//.test(body.toString())
    ? `internal text in ${body.toString().slice(0, 500)}`
    : undefined
}

function asResponse({ status, headers, body }: SeenAnswer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined
      ? []
      : Array.isArray(value)
        ? value.map((item): [string, string] => [name, item])
        : [[name, value]],
  )
  const isEmpty = [101, 204, 205, 304].includes(status)
  return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: pairs })
}
