import { expect, it } from 'vitest'
import { operations } from '../index.ts'
import { errorsOf } from './operation.ts'

it('names the operations that are refused while the disk is nearly full, and those that a quota bounds', () => {
  const answering = (code: 'storage_full' | 'quota_exceeded') =>
    operations.filter((operation) => errorsOf(operation).includes(code)).map(({ id }) => id)
  const bounded = [
    'storeUpload',
    'createRelease',
    'updateRelease',
    'submitRelease',
    'discardReleaseChanges',
    'cloneRelease',
    'restoreRelease',
    'restoreReleaseRevision',
    'createLegacyRelease',
    'createImport',
    'createExport',
    'createReport',
    'createParty',
    'acceptPartySuggestion',
    'createLabel',
    'createTableImport',
    'keepTableMapping',
    'createBulk',
    'undoBulk',
    'createTransfer',
  ]
  expect(answering('quota_exceeded').toSorted()).toEqual(
    [...bounded, 'createWebhook', 'dismissPartySuggestion'].toSorted(),
  )
  expect(answering('storage_full').toSorted()).toEqual([...bounded, 'reportPlays'].toSorted())
})
