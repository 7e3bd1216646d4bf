import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { operations } from '@spindle/contract'
import { describe, expect, it } from 'vitest'

/**
 * In how many source files an operation is named by hand (docs/adding-an-endpoint.md): its definition, its route, its method
 * of the client, its command. Everything else is made from these, or is written to do more than the operation. Tools for
 * agents are not counted: they are made for what agents do, and few are one operation.
 */

const root = resolve(import.meta.dirname, '../..')
const isGenerated = (text: string): boolean => /^.*\b(written by|generated)\b/i.test(text)
const sources = globSync('packages/{contract,client,cli,server,console}/src/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(resolve(root, path), 'utf8') }))
  .filter(({ text }) => !isGenerated(text))
  .map(({ path, text }) => ({
    path,
    text,
    imported: Array.from(
      text.matchAll(/import \{([^}]*)\} from '@spindle\/contract[^']*'/g),
      ([, names = '']) => names,
    ).join(),
  }))

const isWordOperation = (path: string): boolean => /^packages\/(contract|client)\//.test(path)
const withoutComments = (text: string): string => text.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$|`[^`]*`/gms, '')

const filesNaming = (id: string): string[] =>
  sources
    .filter(
      ({ path, text, imported }) =>
        // In the contract and the client the word is the operation; elsewhere functions have the same names.
        new RegExp(`\\b${id}\\b`).test(isWordOperation(path) ? withoutComments(text) : imported) ||
        text.includes(`'${id}'`),
    )
    .map(({ path }) => path)
    .sort()

/** Why an operation is named more often. */
const more: Readonly<Record<string, string>> = {
  createLegacyRelease: 'Its answers have headers that announce its end.',
  createRelease: '`deliver` and imports create releases too, and the legacy operation points to it.',
  getFeed: 'Ids of the events of the feed are its cursors.',
  getRelease: '`deliver` reads the release.',
  updateRelease: '`deliver` updates releases, and a draft that is edited answers with it.',
  validateRelease: '`deliver --dry-run` validates.',
  submitRelease: '`deliver --submit` submits.',
  verifyIntegration: 'The interface fixes its answers, so it has a handler of its own; discovery documents name it.',
  registerAgent: 'The interface fixes its refusal; discovery documents name it, and the client has no method for it.',
  createKey: '`login` can create a key.',
  getTrackAudio: 'Its bytes may be in another place than the hub, which the client has to know.',
  getUpload: 'tus reads uploads by it.',
  getUploadAudio: 'Its bytes may be in another place than the hub, which the client has to know.',
  storeUpload: 'It is a protocol of its own, beside tus; the client has no method for it.',
  terminateUpload: 'The client ends a failed upload by it.',
  listRules: '`deliver` reads the rules.',
  listCatalog: '`bulk` counts what a takedown chooses.',
  createBulk: '`catalog apply` changes releases by bulk jobs.',
  getBulk: '`catalog apply` waits for its bulk jobs.',
  listBulkReleases: '`catalog apply` shows what was refused.',
}

describe('an operation', () => {
  it('is named in four source files, such as getWebhook', () => {
    expect(filesNaming('getWebhook')).toEqual([
      'packages/cli/src/commands/webhooks/webhook-commands.ts',
      'packages/client/src/resources/webhooks.ts',
      'packages/contract/src/api/webhooks.ts',
      'packages/server/src/features/webhooks/routes.ts',
    ])
  })

  it('is named in no more than four, unless something else does more with it', () => {
    const counts = operations.map(({ id }) => ({ id, files: filesNaming(id) }))
    expect(
      counts
        .filter(({ files }) => files.length > 4)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(Object.keys(more).sort())
    expect(counts.filter(({ files }) => files.length < 3)).toEqual([])
  })
})
