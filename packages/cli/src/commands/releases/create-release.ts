import type { LegacyReleaseInput, Release, ReleaseInput } from '@spindle/client'
import type { CommandContext } from '../../command-line/command-context.ts'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { UsageError } from '../../errors/command-error.ts'
import { readDocument, withErrorLines } from '../../files/read-document.ts'
import { formatRelease } from './format-release.ts'
import type { create, one } from './release-commands.ts'

export const createRelease: CommandHandler<typeof create> = async (context, { file, submit, legacy }) => {
  if (legacy && submit)
    throw new UsageError(
      '--legacy and --submit cannot be used together',
      'A legacy release is submitted as soon as it can be.',
    )
  const document = await readDocument(context, file)
  const { releases, legacy: singleAsset } = await context.client()
  const options = { signal: context.signal }
  // Whether the document is a release is for the hub to say; it names every member and the fix.
  const release = await withErrorLines(document, () =>
    legacy
      ? singleAsset.releases.create(document.value as LegacyReleaseInput, options)
      : releases.create(withSubmit(document.value, submit) as ReleaseInput, options),
  )
  show(context, release)
  return undefined
}

const withSubmit = (value: unknown, submit: boolean): unknown =>
  submit && typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, submit: true } : value

export const cloneRelease: CommandHandler<typeof one> = async (context, { releaseId }) => {
  show(context, await (await context.client()).releases.clone(releaseId, { signal: context.signal }))
  return undefined
}

function show({ out }: CommandContext, release: Release): void {
  out.result(release, () => formatRelease(release, out))
  const { id, status, validation } = release
  if (status !== 'draft') out.next(`Next: spindle releases watch ${id}`)
  else if (validation.errors > 0) out.next(`Next: fix the findings, then run: spindle releases update ${id} <file>`)
  else out.next(`Next: spindle releases submit ${id}`)
}
