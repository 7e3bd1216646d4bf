import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/definition/operation.ts'
import { operations } from '../../src/operations.ts'
import { published } from './published-operations.ts'

const ownCodes = ({ notFound, errors: own }: Operation): readonly string[] =>
  [...own, ...(notFound === undefined ? [] : [notFound])].sort()

describe('the operations', () => {
  it('are these, in this order', () => {
    const ids = operations.map(({ id }) => id)
    expect(ids, 'The list is published-operations.ts beside this file').toEqual(published.map(({ id }) => id))
  })

  it.each(published)('$id is $method $path', (row) => {
    const operation = operations.find(({ id }) => id === row.id)
    if (!operation) throw new Error(`there is no ${row.id}`)
    expect({
      id: operation.id,
      method: operation.method,
      path: operation.path,
      auth: operation.auth,
      needs: operation.permission ?? operation.scope ?? null,
      statuses: Object.keys(operation.responses).map(Number),
      own: ownCodes(operation),
    }).toEqual(row)
  })

  it('carry an ETag where these do', () => {
    expect(operations.filter(({ conditional }) => conditional).map(({ id }) => id)).toEqual([
      'getTrackAudio',
      'getPlayableRelease',
      'getPlayableCover',
      'getSignedAudio',
      'getSignedCover',
      'getKey',
      'revokeKey',
      'getUpload',
      'getUploadAudio',
      'getUploadImage',
      'getRelease',
      'updateRelease',
      'deleteRelease',
      'discardReleaseChanges',
      'getReleaseMessage',
      'getImportMessage',
      'getTableImportErrors',
      'downloadExport',
      'listRules',
      'listReference',
      'getWebhook',
      'updateWebhook',
      'deleteWebhook',
      'listCatalog',
      'getCatalogItem',
      'getParty',
      'updateParty',
      'deleteParty',
      'getLabel',
      'updateLabel',
      'deleteLabel',
      'getDefaults',
      'updateDefaults',
    ])
  })

  it('carry a part of a file where these do', () => {
    const ids = operations.filter(({ carriesFile }) => carriesFile).map(({ id }) => id)
    expect(ids, 'Other requests with a body count as writes').toEqual(['storeUpload'])
  })

  it('have unique ids, and unique pairs of method and path', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
    expect(new Set(operations.map(({ method, path }) => `${method} ${path}`)).size).toBe(operations.length)
  })

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s names in its path exactly the parameters it describes',
    (_, { path, params }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(named).toEqual(Object.keys(params?.properties ?? {}))
    },
  )

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s has a summary of at most 80 characters without a final stop',
    (_, { summary }) => {
      expect(summary.length).toBeLessThanOrEqual(80)
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
    },
  )
})
