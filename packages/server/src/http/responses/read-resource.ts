import type { Operation } from '@spindle/contract'
import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../../platform/database/sql.ts'
import type { AccountPrincipal } from '../principal.ts'
import type { RenderedResponse } from './handler-response.ts'

/** Renders the present state of a resource, for a client that was answered with this resource before. */
export interface ResourceReader {
  readonly operation: Operation
  read(question: ResourceQuestion): Promise<RenderedResponse>
}

export interface ResourceQuestion {
  readonly params: Readonly<Record<string, string>>
  readonly principal: AccountPrincipal
  readonly tenant: Tenant
  readonly request: FastifyRequest
}

/**
 * The reader of what a write answers: a created resource is below its own path, a changed one above. Undefined when
 * the GET there answers something else.
 */
export function findReader(
  readers: ReadonlyMap<string, ResourceReader>,
  operation: Operation,
): ResourceReader | undefined {
  const end = operation.path.lastIndexOf('}') + 1
  const above = operation.path.slice(0, end)
  const below = [...readers.keys()].find((path) => path.replace(/\/\{\w+\}$/, '') === operation.path)
  const schemas = Object.values(operation.responses).map(({ schema }) => schema)
  return [below, above]
    .flatMap((path) => readers.get(path ?? '') ?? [])
    .find((reader) => schemas.includes(reader.operation.responses[200]?.schema ?? null))
}

/** The ids in an address whose path has the form `template`, below whatever the public URL begins with. */
export function parsePath(template: string, address: string): Record<string, string> {
  const names = template.split('/')
  const parts = address.split('/').slice(-names.length + 1)
  return Object.fromEntries(
    names.slice(1).flatMap((name, index) => (/^\{.+\}$/.test(name) ? [[name.slice(1, -1), parts[index] ?? '']] : [])),
  )
}
