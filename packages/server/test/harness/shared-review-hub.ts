import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type JsonAnswer, openTestHub, type TestHub } from './hub.ts'
import { fromOwnPage, inviteMember, setUpOperator, type TestPerson } from './people.ts'
import { createReleaseFixture, type ReleaseFixture } from './releases.ts'

export const reviewsPath = '/console/api/operator/reviews'
/** Ids without a release: one that was never assigned, one that is truncated, and one of something else. */
export const unknownReleases = ['rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'rel_1', 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB'] as const

/** A hub with manual review, its operator, and an account that submits releases. */
export interface ReviewHub {
  readonly hub: TestHub
  /** Mia Blue. */
  readonly operator: TestPerson
  /** A key of an account that only this file uses. */
  readonly fixture: ReleaseFixture
  /** Submits a new release and returns it. */
  submit(changes?: object, trackCount?: number): Promise<JsonAnswer['body']>
  /** Approves a new release, changes its title and submits it again: revision 2 waits. */
  submitUpdate(title?: string): Promise<JsonAnswer['body']>
  decide(releaseId: string, what: string, body: object): Promise<JsonAnswer>
  review(releaseId: string): Promise<JsonAnswer>
  /** Bytes of the master or cover of a release, as the operator gets them. */
  file(path: string, headers?: Record<string, string>, by?: TestPerson): Promise<Response>
}

/**
 * One such hub for all test files of a worker, like `sharedHub`: nothing is delivered, because it has no worker, and
 * lists of reviews are limited to the account of the file.
 */
export async function sharedReviewHub(): Promise<ReviewHub> {
  running ??= open()
  return reviewHubOf(await running)
}

/** Another one, for test files that add outlets: a release goes to every outlet of its hub. */
export async function sharedOutletHub(): Promise<ReviewHub> {
  withOutlets ??= open()
  return reviewHubOf(await withOutlets)
}

async function reviewHubOf({ hub, operator }: Opened): Promise<ReviewHub> {
  const fixture = await createReleaseFixture(hub, 'Other Label')
  const decide: ReviewHub['decide'] = (releaseId, what, body) =>
    operator.ask('POST', `${reviewsPath}/${releaseId}/${what}`, body)
  const submit: ReviewHub['submit'] = async (changes = {}, trackCount = 1) => {
    const { body } = await fixture.release({ submit: true, ...changes }, trackCount)
    if (body.status !== 'submitted') throw new Error(`not submitted: ${JSON.stringify(body)}`)
    return body
  }
  return {
    hub,
    operator,
    fixture,
    submit,
    decide,
    async submitUpdate(title = 'After') {
      const { id } = await submit({ title: 'Before' })
      await decide(id, 'approve', { revision: 1 })
      await fixture.patch(id, { title })
      const { body } = await fixture.act(id, 'submit')
      if (body.review?.decision !== 'waiting') throw new Error(`not waiting: ${JSON.stringify(body)}`)
      return body
    },
    review: (releaseId) => operator.ask('GET', `${reviewsPath}/${releaseId}`),
    file: (path, headers = {}, by = operator) =>
      hub.request(path, { headers: { ...fromOwnPage, cookie: by.cookie() ?? '', ...headers } }),
  }
}

/** Another person who runs the hub, Ben. */
export async function sharedSecondReviewer(): Promise<TestPerson> {
  const { hub, operator, fixture } = await sharedReviewHub()
  const { accountId } = fixture.account
  const ben = await inviteMember(hub, { accountId, role: 'viewer', email: `ben.${accountId}@hub.example` })
  const { id } = (await ben.ask('GET', '/console/api/session')).body.user
  await operator.ask('POST', '/console/api/session/confirm', { password: operator.password })
  const made = await operator.ask('POST', `/console/api/operator/people/${id}/operator`, { isOperator: true })
  if (made.status !== 204) throw new Error(`no operator: ${JSON.stringify(made.body)}`)
  return ben
}

/** Puts the bytes of a complete upload, or of a rendition with this name, where the storage on disk keeps them. */
export async function placeBytes(
  { dataDir }: TestHub,
  { uploadId, rendition, bytes }: { uploadId: string; rendition?: string; bytes: Uint8Array },
): Promise<void> {
  const tree = rendition === undefined ? 'complete' : 'renditions'
  const name = rendition === undefined ? uploadId : `${uploadId}.${rendition}`
  const path = join(dataDir, 'uploads', tree, uploadId.slice(-2), name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

type Opened = Pick<ReviewHub, 'hub' | 'operator'>

async function open(): Promise<Opened> {
  const environment = { SPINDLE_SANDBOX_OUTLET: 'on', SPINDLE_REVIEW: 'manual' }
  const hub = await openTestHub({ role: 'api', environment })
  return { hub, operator: await setUpOperator(hub) }
}

let running: Promise<Opened> | undefined
let withOutlets: Promise<Opened> | undefined
