import { describe, expect, it } from 'vitest'
import { protocolPaths, tusParameters } from './protocol-paths.ts'
import { schemaComponents } from './schema-components.ts'

/** The parts of the document about OAuth, tus and the standards of discovery: nothing else generates them. */

interface Described {
  readonly parameters?: readonly { readonly name?: string; readonly required?: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<
    Record<string, { readonly headers?: object; readonly content?: Readonly<Record<string, unknown>> }>
  >
}

const paths = protocolPaths(schemaComponents(), true) as Readonly<Record<string, Readonly<Record<string, Described>>>>
const uploads = '/api/v1/distributor/uploads/{uploadId}'

function find(method: string, path: string): Described {
  const found = paths[path]?.[method]
  if (!found) throw new Error(`there is no ${method} ${path}`)
  return found
}

const namesOf = ({ parameters = [] }: Described): string[] =>
  parameters.flatMap(({ name, required }) => (name === undefined ? [] : [required ? `${name} (required)` : name]))

describe('documents of discovery', () => {
  it.each([
    ['/.well-known/oauth-protected-resource', 'application/json'],
    ['/.well-known/oauth-authorization-server', 'application/json'],
    ['/.well-known/api-catalog', 'application/linkset+json'],
    ['/.well-known/agent-skills/index.json', 'application/json'],
    ['/.well-known/mcp/server-card.json', 'application/json'],
    ['/.well-known/jwks.json', 'application/json'],
  ])('%s is %s, can be kept, and fails only as HTTP itself does', (path, mediaType) => {
    const { responses, parameters } = find('get', path)
    expect(Object.keys(responses)).toEqual(['200', '304', '400', '431', '500', '503'])
    expect(Object.keys(responses['200']?.content ?? {})).toEqual([mediaType])
    expect(Object.keys(responses['200']?.headers ?? {})).toEqual(['ETag', 'Link'])
    expect(parameters).toEqual([{ $ref: '#/components/parameters/IfNoneMatch' }])
  })
})

describe('OAuth', () => {
  it('requires PKCE by S256 before it sends a person to the page of consent', () => {
    const authorize = find('get', '/oauth/authorize')
    expect(namesOf(authorize)).toEqual([
      'client_id (required)',
      'redirect_uri (required)',
      'response_type (required)',
      'code_challenge (required)',
      'code_challenge_method (required)',
      'state',
      'scope',
      'resource',
      'device_name',
    ])
    expect(authorize.parameters?.find(({ name }) => name === 'code_challenge_method')).toMatchObject({
      schema: { const: 'S256' },
    })
    expect(Object.keys(authorize.responses)).toEqual(['303', '400', '429', '431', '500', '503'])
  })

  it('takes a form for three grants and answers a Bearer token of at most an hour', () => {
    const token = find('post', '/oauth/token')
    expect(token.requestBody?.content).toMatchObject({
      'application/x-www-form-urlencoded': {
        schema: {
          required: ['grant_type'],
          properties: { grant_type: { enum: ['client_credentials', 'authorization_code', 'refresh_token'] } },
        },
      },
    })
    expect(token.responses['200']?.content).toMatchObject({
      'application/json': {
        schema: {
          required: ['access_token', 'token_type', 'expires_in'],
          properties: { token_type: { const: 'Bearer' }, expires_in: { minimum: 1, maximum: 3600 } },
        },
      },
    })
  })

  it('fails in the words of RFC 6749 where the grant is wrong, and with problem documents elsewhere', () => {
    const { responses } = find('post', '/oauth/token')
    const mediaTypes = Object.entries(responses).map(([status, { content = {} }]) => [status, Object.keys(content)])
    expect(mediaTypes).toEqual([
      ['200', ['application/json']],
      ['400', ['application/json']],
      ['401', ['application/json']],
      ['429', ['application/problem+json']],
      ['500', ['application/problem+json']],
      ['503', ['application/problem+json']],
    ])
  })
})

describe('tus', () => {
  it.each([
    [
      'head',
      uploads,
      ['uploadId (required)', 'Tus-Resumable', 'Upload-Token'],
      ['200', '400', '401', '403', '404', '410', '412', '429', '431', '500', '503'],
    ],
    [
      'patch',
      uploads,
      ['uploadId (required)', 'Tus-Resumable', 'Upload-Offset (required)', 'Upload-Token'],
      ['204', '400', '401', '403', '404', '409', '410', '412', '413', '415', '429', '431', '460', '500', '503', '507'],
    ],
    [
      'get',
      `${uploads}/parts`,
      ['uploadId (required)', 'from', 'Upload-Token'],
      ['200', '400', '401', '403', '404', '409', '410', '412', '429', '431', '500', '503'],
    ],
    [
      'post',
      `${uploads}/parts`,
      ['uploadId (required)', 'Upload-Token'],
      ['200', '400', '401', '403', '404', '409', '410', '412', '413', '415', '429', '431', '500', '503'],
    ],
  ])('%s %s takes %j and answers %j', (method, path, parameters, statuses) => {
    const operation = find(method, path)
    expect(namesOf(operation)).toEqual(parameters)
    expect(Object.keys(operation.responses).toSorted()).toEqual(statuses)
    expect(operation).toMatchObject({ security: [{ apiKey: [] }], 'x-required-permission': 'music:write' })
  })

  it('states the offset of the upload with every success', () => {
    const headers = (method: string, path: string, status: string) =>
      Object.keys(find(method, path).responses[status]?.headers ?? {}).filter((name) => name.startsWith('Upload'))
    expect(headers('head', uploads, '200')).toEqual(['Upload-Offset', 'Upload-Length'])
    expect(headers('patch', uploads, '204')).toEqual(['Upload-Offset'])
    expect(headers('get', `${uploads}/parts`, '200')).toEqual(['Upload-Transfer'])
    expect(headers('post', `${uploads}/parts`, '200')).toEqual(['Upload-Offset'])
  })

  it('takes bytes up to the largest file, only in the media type of tus', () => {
    expect(find('patch', uploads).requestBody).toEqual({
      required: true,
      content: {
        'application/offset+octet-stream': {
          schema: { type: 'string', contentMediaType: 'application/octet-stream', maxLength: 2_147_483_648 },
        },
      },
    })
  })

  it('adds its headers to the operations that share its addresses', () => {
    const names = Object.entries(tusParameters).map(([id, parameters]) => [id, parameters.map(({ name }) => name)])
    expect(names).toEqual([
      ['storeUpload', ['Tus-Resumable', 'Upload-Length', 'Upload-Metadata', 'Upload-Transfer']],
      ['terminateUpload', ['Tus-Resumable']],
    ])
  })
})

describe('a hub without the tools of agents', () => {
  it('lacks their card and nothing else', () => {
    const without = Object.keys(protocolPaths(schemaComponents(), false))
    expect(Object.keys(paths).filter((path) => !without.includes(path))).toEqual(['/.well-known/mcp/server-card.json'])
  })
})
