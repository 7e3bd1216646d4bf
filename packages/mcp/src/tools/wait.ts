import { type Release, type Upload, WaitError } from '@spindle/client'
import { ClosedObject, getRelease, getUpload, OneOf, Type } from '@spindle/contract'
import { suggestNextStep, suggestUploadStep } from '../answers/suggest-next-step.ts'
import { summarizeRelease, summarizeUpload } from '../answers/summarize.ts'
import { InvalidInput } from '../answers/tool-failure.ts'
import { defineTool, readOnlyAnnotations, type ToolContext } from '../definition/define-tool.ts'

/** Clients give up a call after a minute. */
const longestSeconds = 50
const maxUploads = 20

export const wait = defineTool({
  name: 'wait',
  title: 'Wait for uploads or a release',
  description:
    'Waits until uploads are analysed, or a release is delivered or needs attention. done false: not finished yet, call again.',
  gate: 'read',
  operations: ['getUpload', 'getRelease'],
  annotations: readOnlyAnnotations,
  input: ClosedObject({
    uploadIds: Type.Optional(Type.Array(getUpload.params.properties.uploadId, { minItems: 1, maxItems: maxUploads })),
    releaseId: Type.Optional(getRelease.params.properties.releaseId),
    until: Type.Optional(
      OneOf(['delivered', 'live'], { description: 'Default delivered: live, or waiting for the release date' }),
    ),
    seconds: Type.Optional(
      Type.Integer({ minimum: 1, maximum: longestSeconds, default: 30, description: 'At most 50; default 30' }),
    ),
  }),
  async run({ uploadIds, releaseId, until = 'delivered', seconds = 30 }, context) {
    if ((uploadIds === undefined) === (releaseId === undefined))
      throw new InvalidInput([{ pointer: '', code: 'required', detail: 'Give either uploadIds or releaseId.', fix }])
    const options = { timeoutMs: seconds * 1000, signal: context.signal }
    if (releaseId !== undefined) {
      const waited = await lookUntil<Release>(() =>
        context.client.releases.waitFor(releaseId, { ...options, status: until }),
      )
      return {
        done: waited.isOver,
        release: summarizeRelease(waited.last),
        nextStep: waited.isOver ? suggestNextStep(waited.last, context.gate) : again,
      }
    }
    return waitForUploads(uploadIds ?? [], context, options)
  },
})

const fix = 'Send uploadIds to wait for uploads, or releaseId to wait for a release, and not both.'

const again = 'It is not finished yet. Call wait again.'

type WaitLimits = { readonly timeoutMs: number; readonly signal: AbortSignal }

async function waitForUploads(ids: readonly string[], { client }: ToolContext, options: WaitLimits) {
  const waited = await Promise.all(ids.map((id) => lookUntil<Upload>(() => client.uploads.waitFor(id, options))))
  const isOver = waited.every((one) => one.isOver)
  return {
    done: isOver,
    uploads: waited.map(({ last }) => ({ ...summarizeUpload(last), nextStep: suggestUploadStep(last) })),
    nextStep: isOver ? 'Follow the next step of each upload.' : again,
  }
}

interface Waited<Resource> {
  readonly last: Resource
  readonly isOver: boolean
}

/** The result; that the time is over, or that a person must act, is a result too. */
async function lookUntil<Resource>(work: () => Promise<Resource>): Promise<Waited<Resource>> {
  try {
    return { last: await work(), isOver: true }
  } catch (error) {
    if (!(error instanceof WaitError)) throw error
    return { last: error.last as Resource, isOver: error.code !== 'wait_timeout' }
  }
}
