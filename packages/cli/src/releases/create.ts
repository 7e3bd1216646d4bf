import type { LegacyReleaseInput, Release, ReleaseInput } from '@spindle/client'
import type { Run } from '../command.ts'
import type { Context } from '../context.ts'
import { readDocument, sending } from '../document.ts'
import { UsageError } from '../errors.ts'
import type { create, one } from './commands.ts'
import { releaseLines } from './describe.ts'

export const createRelease: Run<typeof create> = async (context, { file, submit, legacy }) => {
  if (legacy && submit)
    throw new UsageError(
      '--legacy and --submit exclude each other',
      'A legacy release is submitted as soon as it can be.',
    )
  const document = await readDocument(context, file)
  const { releases, legacy: singleAsset } = await context.client()
  const options = { signal: context.signal }
  // Whether the document is a release is for the hub to say; it names every member and the fix.
  const release = await sending(document, () =>
    legacy
      ? singleAsset.releases.create(document.value as LegacyReleaseInput, options)
      : releases.create(withSubmit(document.value, submit) as ReleaseInput, options),
  )
  show(context, release)
  return undefined
}

const withSubmit = (value: unknown, submit: boolean): unknown =>
  submit && typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, submit: true } : value

export const cloneRelease: Run<typeof one> = async (context, { releaseId }) => {
  show(context, await (await context.client()).releases.clone(releaseId, { signal: context.signal }))
  return undefined
}

function show({ out }: Context, release: Release): void {
  out.result(release, () => releaseLines(release, out))
  const { id, status, validation } = release
  if (status !== 'draft') out.next(`Next: spindle releases watch ${id}`)
  else if (validation.errors > 0) out.next(`Next: mend the findings, then  spindle releases update ${id} <file>`)
  else out.next(`Next: spindle releases submit ${id}`)
}
