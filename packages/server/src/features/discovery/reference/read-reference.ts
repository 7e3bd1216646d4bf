import { openApiDocument } from '@spindle/contract/openapi'
import type { Endpoint, OperationObject, Parameter, ResponseObject } from './operation-view.ts'
import type { JsonSchema } from './schema-view.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head'] as const

/** The document by subject, with its parameters and responses in the places that refer to them. */
export interface Reference {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly endpoints: readonly Endpoint[]
  readonly schemas: Readonly<Record<string, JsonSchema>>
}

/** What the page reads of the document; its writer is our own, so the shape is known. */
interface ReadDocument {
  readonly tags: Reference['tags']
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: {
    readonly schemas: Reference['schemas']
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, ResponseObject>>
  }
}

export function readReference(baseUrl: string, hasMcp: boolean): Reference {
  const { tags, paths, components } = openApiDocument(baseUrl, { hasMcp, hasExamples: true }) as unknown as ReadDocument
  const resolve = <Part extends { readonly $ref?: string }>(parts: Readonly<Record<string, Part>>, part: Part): Part =>
    parts[part.$ref?.slice(part.$ref.lastIndexOf('/') + 1) ?? ''] ?? part
  const resolveResponse = (response: ResponseObject): ResponseObject => resolve(components.responses, response)
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const parameters = (operation.parameters ?? []).map((parameter) => resolve(components.parameters, parameter))
      const responses = mapValues(operation.responses, resolveResponse)
      return [{ method: method.toUpperCase(), path, operation: { ...operation, parameters, responses } }]
    }),
  )
  return { tags, endpoints, schemas: components.schemas }
}

const mapValues = <Value>(object: Readonly<Record<string, Value>>, map: (value: Value) => Value) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)] as const))
