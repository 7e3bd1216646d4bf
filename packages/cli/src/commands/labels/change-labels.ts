import type { LabelDefaults, LabelPatch, ReleaseDefaults } from '@spindle/client'
import { UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { type LocatedDocument, readDocument, withErrorLines } from '../../files/read-document.ts'
import { ending } from '../operation-handlers.ts'
import type { create, remove, set, update } from './label-commands.ts'
import { showDefaults, showLabel } from './show-labels.ts'

export const createLabel: CommandHandler<typeof create> = async (context, { name, defaults: file, ...codes }) => {
  const { out, signal } = context
  const document = file === undefined ? undefined : within(await readDocument(context, file))
  const { labels } = await context.client()
  const body = { name, ...(document && { defaults: document.value as LabelDefaults }), ...given(codes) }
  const label = await withLines(document, () => labels.create(body, { signal }))
  showLabel(out, label)
  return undefined
}

export const updateLabel: CommandHandler<typeof update> = async (
  context,
  { labelId, name, defaults: file, ...codes },
) => {
  const { out, signal } = context
  if ([name, file, codes.isrcPrefix, codes.upcRange].every((value) => value === undefined))
    throw new UsageError('Nothing to change', 'Add --name, --defaults, --isrc-prefix or --upc-range.')
  const document = file === undefined ? undefined : within(await readDocument(context, file))
  const { labels } = await context.client()
  const patch: LabelPatch = {
    ...(name !== undefined && { name }),
    ...(document && { defaults: document.value as LabelDefaults }),
    ...removable(given(codes)),
  }
  const label = await withLines(document, () => labels.update(labelId, patch, { signal }))
  showLabel(out, label)
  return undefined
}

export const deleteLabel: CommandHandler<typeof remove> = ending({
  question: async ({ labels }, { labelId }, options) =>
    `Delete the label "${(await labels.get(labelId, options)).name}"?`,
  end: ({ labels }, { labelId }, options) => labels.delete(labelId, options),
  done: ({ labelId }) => [{ id: labelId, status: 'deleted' }, `${labelId} was deleted.`],
})

export const setDefaults: CommandHandler<typeof set> = async (context, { file }) => {
  const { out, signal } = context
  const document = within(await readDocument(context, file))
  const { defaults } = await context.client()
  const body = { defaults: document.value as ReleaseDefaults }
  const changed = await withErrorLines(document, () => defaults.update(body, { signal }))
  showDefaults(out, changed)
  return undefined
}

interface Codes {
  readonly isrcPrefix?: string | undefined
  readonly upcRange?: string | undefined
}

const given = ({ isrcPrefix, upcRange }: Codes) => ({
  ...(isrcPrefix !== undefined && { isrcPrefix }),
  ...(upcRange !== undefined && { upcRange }),
})

const removable = (codes: Readonly<Record<string, string>>): Pick<LabelPatch, 'isrcPrefix' | 'upcRange'> =>
  Object.fromEntries(Object.entries(codes).map(([name, value]) => [name, value === 'none' ? null : value]))

/** The file is the member `defaults` of the body that errors point into. */
const within = (document: LocatedDocument): LocatedDocument => ({
  ...document,
  locate: (pointer) => document.locate(pointer.replace(/^\/defaults/, '')),
})

const withLines = <T>(document: LocatedDocument | undefined, send: () => Promise<T>): Promise<T> =>
  document === undefined ? send() : withErrorLines(document, send)
