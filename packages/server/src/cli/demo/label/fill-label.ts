import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release, Spindle } from '@spindle/client'
import { uploadFile } from '@spindle/client/node'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Hub } from '../../../start-hub.ts'
import { encodeWav } from '../../synthesis/index.ts'
import type { DemoFiles } from '../demo-files.ts'
import { demoRelease } from '../demo-release.ts'
import { demoOperator, passReview } from '../pass-review.ts'
import { pollUntil } from '../step-printer.ts'
import { drawCover } from './draw-cover.ts'
import { type Fate, type LabelRelease, labelPlan } from './label-plan.ts'
import { varyMaster } from './vary-master.ts'

/**
 * Fills the demo's label after the hub has started and the main job is done: what a first look at the console needs. It
 * uses the public API. Only the history of plays and the operator's decisions are made directly.
 */
export interface FillOptions {
  readonly hub: Pick<Hub, 'releases' | 'plays' | 'contact'>
  readonly client: Spindle
  readonly accountId: AccountId
  readonly material: Pick<DemoFiles, 'masters'>
  /** The folder for the files that are sent. */
  readonly directory: string
  /** The outlets the releases are sent to; all of them by default. */
  readonly outlets?: readonly string[]
  /** Keeps identifiers of one demo different from those of another on the same hub. */
  readonly serial: number
  /** True once the hub is stopping: running work finishes, and no more is started. */
  isStopped(): boolean
}

/** Returns how many releases were made. */
export async function fillLabel(options: FillOptions): Promise<number> {
  let made = 0
  for (const [index, plan] of labelPlan.entries()) {
    if (options.isStopped()) return made
    await makeRelease(options, plan, index)
    made += 1
  }
  await leaveMessages(options.hub.contact)
  return made
}

async function makeRelease(options: FillOptions, plan: LabelRelease, index: number): Promise<void> {
  const { client, serial } = options
  const uploads = await sendFiles(options, plan, index)
  const document = demoRelease(
    { ...plan, releaseDate: dayFromToday(plan.releasedIn) },
    uploads,
    serial + 100 * (index + 1),
  )
  if (options.outlets) document.outlets = [...options.outlets]
  for (const member of plan.without ?? []) delete document[member]
  const release = await client.releases.create(document)
  if (plan.fate === 'draft') return
  await passReview(options.hub, await client.releases.submit(release.id))
  const { status } = await client.releases.waitFor(release.id, {
    status: ['delivered', 'delivery_failed'],
    timeoutMs: waitMs,
    pollMs: 200,
  })
  if (status === 'live') await makePast(options, release, plan, index)
  await fates[plan.fate](options, release.id)
}

const waitMs = 120_000

const nothing = async (): Promise<void> => {}

/** What happens after the delivery. */
const fates: Readonly<Record<Fate, (options: FillOptions, releaseId: string) => Promise<void>>> = {
  draft: nothing,
  live: nothing,
  refused: nothing,
  scheduled: nothing,
  async takenDown({ client }, releaseId) {
    await client.releases.takedown(releaseId, { reason: 'The licence of the recording has ended.' })
  },
  // A release that the operator took down needs the operator's approval, even if review is automatic.
  async waiting(options, releaseId) {
    await takeDownByOperator(options, releaseId)
    await options.client.releases.submit(releaseId)
  },
  async changesRequested(options, releaseId) {
    await fates.waiting(options, releaseId)
    await options.hub.releases.reviews.requestChanges(releaseId, demoOperator, [
      { pointer: '/tracks/0/contributors', code: 'contributor_missing', note: 'Please name who mixed this recording.' },
    ])
  },
}

async function takeDownByOperator({ hub, client }: FillOptions, releaseId: string): Promise<void> {
  await hub.releases.reviews.takeDown(releaseId, demoOperator, {
    outlets: undefined,
    reason: 'A rights holder has asked who owns this.',
  })
  await pollUntil(
    () => client.releases.get(releaseId),
    ({ status }) => status === 'taken_down',
    waitMs,
  )
}

const secondsOfTracks = 31

async function sendFiles(
  { client, material, directory }: FillOptions,
  { title, trackTitles, cover }: LabelRelease,
  index: number,
) {
  const masters: string[] = []
  const [, wav] = material.masters
  if (!wav) throw new Error('The demo has no master to vary')
  for (const [track] of trackTitles.entries()) {
    const path = join(directory, `label-${index + 1}-${track + 1}.wav`)
    await writeFile(path, encodeWav(varyMaster(wav.bytes, 1 + index * 2.3 + track * 0.7, secondsOfTracks)))
    masters.push((await uploadFile(client, path)).id)
  }
  const path = join(directory, `label-${index + 1}.jpg`)
  await writeFile(path, await drawCover(cover))
  const { id } = await uploadFile(client, path)
  for (const uploadId of [...masters, id]) {
    const { status, findings } = await client.uploads.waitFor(uploadId, { timeoutMs: waitMs, pollMs: 200 })
    if (status === 'rejected') throw new Error(`A file of ${title} was rejected: ${JSON.stringify(findings)}`)
  }
  return { masters, cover: id }
}

/** The longest range of one analytics request. */
const longestPastDays = 400

async function makePast(
  { hub, accountId }: FillOptions,
  { id }: Release,
  { releasedIn }: LabelRelease,
  index: number,
): Promise<void> {
  const from = dayFromToday(Math.max(releasedIn, -longestPastDays))
  await hub.plays.generateSandboxHistory({ accountId, releaseId: id, from, seed: 100 + index })
}

const dayMs = 86_400_000
const dayFromToday = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

const messages = [
  {
    name: 'Ilse Brandt',
    email: 'ilse@harbour-records.example',
    organisation: 'Harbour Records',
    message:
      'We release about forty singles a year and deliver them by hand today. Could we get an account to try your API with two of our artists?',
  },
  {
    name: 'Tomás Rey',
    email: 'tomas@radio-faro.example',
    organisation: '',
    message: 'I run a small radio site and would like to play music of this hub. What do I need to become a property?',
  },
] as const

/** Sends the messages once per hub: a second demo finds them already there. */
async function leaveMessages(contact: FillOptions['hub']['contact']): Promise<void> {
  const { messages: left } = await contact.list({ limit: 100 })
  for (const message of messages) if (!left.some(({ email }) => email === message.email)) await contact.receive(message)
}
