import { dirname } from 'node:path'
import type { LegacyReleaseInput, Release, ReleaseInput } from '@spindle/client'
import { CommandError, exitCodes, UsageError } from '@spindle/command-line'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { quoteForShell } from '../../command-line/repeat-options.ts'
import { type LocatedDocument, readDocument, withErrorLines } from '../../files/read-document.ts'
import { formatRelease } from './format-release.ts'
import type { create, one } from './release-commands.ts'

export const createRelease: CommandHandler<typeof create> = async (context, { file, submit, legacy }) => {
  if (legacy && submit)
    throw new UsageError(
      '--legacy and --submit cannot be used together',
      'A legacy release is submitted automatically.',
    )
  const document = await readDocument(context, file)
  refuseManifest(document)
  const { releases, legacy: singleAsset } = await context.client()
  const options = { signal: context.signal }
  // Whether the document is a release is for the hub to check; it names every member and the fix.
  const release = await withErrorLines(document, () =>
    legacy
      ? singleAsset.releases.create(document.value as LegacyReleaseInput, options)
      : releases.create(withSubmit(document.value, submit) as ReleaseInput, options),
  )
  show(context, release)
  return undefined
}

/** A release.yaml of `deliver` is another document: the hub would only report "file" as an unknown member. */
function refuseManifest({ name, value, locate }: LocatedDocument): void {
  const { tracks } = (value ?? {}) as { readonly tracks?: unknown }
  const list: readonly unknown[] = Array.isArray(tracks) ? tracks : []
  const place = list.findIndex((track) => typeof (track as { file?: unknown } | null)?.file === 'string')
  if (place === -1) return
  throw new CommandError(
    `${locate(`/tracks/${place}/file`)}: ${name} names files, like a file of \`spindle deliver\` do`,
    {
      exitCode: exitCodes.validation,
      code: 'manifest_given',
      fix: `Run: spindle deliver ${quoteForShell(dirname(name))}. Or upload the files, and give their ids as uploadId.`,
    },
  )
}

const withSubmit = (value: unknown, submit: boolean): unknown =>
  submit && typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, submit: true } : value

export const cloneRelease: CommandHandler<typeof one> = async (context, { releaseId }) => {
  show(context, await (await context.client()).releases.clone(releaseId, { signal: context.signal }))
  return undefined
}

function show({ out }: CommandContext, release: Release): void {
  const filled = release.filled === undefined ? [] : [`Filled from defaults: ${release.filled.join(', ')}`]
  out.result(release, () => [...formatRelease(release, out), ...filled])
  const { id, status, validation } = release
  if (status !== 'draft') out.next(`Next: spindle releases watch ${id}`)
  else if (validation.errors > 0) out.next(`Next: fix the findings, then run: spindle releases update ${id} <file>`)
  else out.next(`Next: spindle releases submit ${id}`)
}
