import type { Label, NewLabel, ReleaseDefaults } from '@spindle/contract'
import type { JsonAnswer, TestHub } from './hub.ts'
import { type ReleaseFixture, releasesPath } from './releases.ts'

/** Labels and defaults of an account of a test. */

export const labelsPath = '/api/v1/distributor/labels'
export const defaultsPath = '/api/v1/distributor/defaults'

export async function createLabel(fixture: ReleaseFixture, label: NewLabel): Promise<Label> {
  const { status, body } = await fixture.post(labelsPath, label)
  if (status !== 201) throw new Error(`the label was not created: ${JSON.stringify(body)}`)
  return body
}

export async function setDefaults(
  hub: TestHub,
  fixture: ReleaseFixture,
  defaults: ReleaseDefaults,
): Promise<JsonAnswer> {
  const answer = await hub.json('PATCH', defaultsPath, { key: fixture.key, body: { defaults } })
  if (answer.status !== 200) throw new Error(`the defaults were not set: ${JSON.stringify(answer.body)}`)
  return answer
}

/** A draft with a title, a type and a track, and with what is given. */
export const createSparse = async (
  fixture: ReleaseFixture,
  members: object = {},
  track: object = {},
): Promise<JsonAnswer> =>
  fixture.post(releasesPath, {
    title: 'Night Drive',
    type: 'single',
    tracks: [{ title: 'Intro', uploadId: await fixture.audio(), ...track }],
    ...members,
  })
