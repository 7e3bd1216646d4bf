import { errors, errorsOf, operations, Problem } from '@spindle/contract'
import { consoleOperations } from '@spindle/contract/console'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** Every answer a test sees must be one the operation declares: status, media type and schema. */

const ajv = new Ajv2020({ strict: false, allErrors: true })
formats.default(ajv)
const compiled = new Map<object, ValidateFunction>()
const addressed = [...operations, ...consoleOperations].map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

export async function checkAgainstContract(method: string, path: string, response: Response): Promise<void> {
  const [pathname = ''] = path.split('?')
  const operation = addressed.find(
    ({ operation, pattern }) => operation.method === (method === 'HEAD' ? 'GET' : method) && pattern.test(pathname),
  )?.operation
  if (!operation || response.status === 304 || method === 'HEAD') return
  const type = response.headers.get('content-type') ?? ''
  const declared = operation.responses[response.status]
  if (declared) {
    if (declared.schema && type.startsWith('application/json'))
      await validate(declared.schema, response, `${operation.id} ${response.status}`)
    return
  }
  if (!type.startsWith('application/problem+json'))
    throw new Error(`${operation.id} answered an undeclared ${response.status} (${type})`)
  const problem = await validate(Problem, response, `${operation.id} ${response.status}`)
  const code = (problem as { error: keyof typeof errors }).error
  if (errors[code]?.status !== response.status)
    throw new Error(`${operation.id}: ${code} came with status ${response.status}`)
  if (!errorsOf(operation).includes(code))
    throw new Error(
      `${operation.id} answered ${code}, which it does not declare${code === 'not_found' ? '. Does a feature bind its route?' : ''}`,
    )
}

async function validate(schema: object, response: Response, what: string): Promise<unknown> {
  const check = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, check)
  const body: unknown = await response.clone().json()
  if (!check(body))
    throw new Error(
      `${what} does not match its schema: ${ajv.errorsText(check.errors)}\n${JSON.stringify(body).slice(0, 2000)}`,
    )
  return body
}
