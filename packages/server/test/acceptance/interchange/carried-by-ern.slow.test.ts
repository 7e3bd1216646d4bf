import { beforeAll, describe, expect, it } from 'vitest'
import { hasErnSchema, schemaErrors } from '../../harness/ern-schema.ts'
import { eventually } from '../../harness/eventually.ts'
import type { JsonAnswer } from '../../harness/hub.ts'
import { openReleaseHub, type ReleaseFixture, releasesPath } from '../../harness/releases.ts'
import { senderEnvironment } from '../../harness/store-folder.ts'
import { coverJpeg, shortMaster, storeFile } from '../../harness/submittable.ts'
import { rareReleases, seededReleases } from './seeded-releases.ts'

/** Releases are exported as ERN 4.3.2 and imported into another hub: their content is the same there. */

const importsPath = '/api/v1/music-distributor/imports'
const seed = Number(process.env.ERN_SEED ?? 20_261_123)

async function openHub() {
  const { hub, fixture } = await openReleaseHub({ role: 'all', environment: senderEnvironment })
  const at = { url: hub.hub.url, key: fixture.key }
  const [uploadId, coverUploadId] = await Promise.all([
    storeFile(at, 'audio/wav', shortMaster(1)),
    coverJpeg().then((bytes) => storeFile(at, 'image/jpeg', bytes)),
  ])
  const ask = (path: string) => hub.json('GET', path, { key: fixture.key })
  return { fixture, ask, files: { uploadId, coverUploadId } }
}
type Hub = Awaited<ReturnType<typeof openHub>>
type Answered = JsonAnswer['body']

async function preview(
  { ask }: Hub,
  releaseId: string,
): Promise<{ readonly xml: string; readonly problems: unknown[] }> {
  const { status, body } = await ask(`${releasesPath}/${releaseId}/ern`)
  expect(status).toBe(200)
  return body
}

async function create(fixture: ReleaseFixture, body: object): Promise<Answered> {
  const answer = await fixture.post(releasesPath, body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}

async function bringIn({ fixture, ask, files }: Hub, xml: string): Promise<Answered> {
  const paths = [...xml.matchAll(/<URI>([^<]+)<\/URI>/g)].map(([, path = '']) => path)
  const { body } = await fixture.post(importsPath, {
    message: Buffer.from(xml).toString('base64'),
    files: paths.map((path) => ({
      path,
      uploadId: path.endsWith('.wav') ? files.uploadId : files.coverUploadId,
    })),
  })
  const ended = await eventually(
    async () => {
      const { body: report } = await ask(`${importsPath}/${body.id}`)
      return report.status === 'waiting' ? undefined : report
    },
    { what: 'the end of the import' },
  )
  expect(ended).toMatchObject({ status: 'created', refusal: null })
  return (await ask(`${releasesPath}/${ended.releaseId}`)).body
}

/**
 * Values that belong to a hub and not to the release, and those that ERN does not carry according to
 * docs/interchange.md.
 */
const ofTheHub = [
  'id',
  'revision',
  'pendingRevision',
  'createdAt',
  'updatedAt',
  'validation',
  'findings',
  'outlets',
  'coverUploadId',
]
const artists = new Set(['main_artist', 'featured_artist'])

const without = (members: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

/** Artists in order, then all others in any order. */
const inAnyOrder = (people: Answered[]): object[] => {
  const others = people.filter(({ role }) => !artists.has(role)).map((person) => JSON.stringify(person))
  return [
    ...people.filter(({ role }) => artists.has(role)).map((person) => without(person, ['instruments'])),
    ...others.sort().map((text) => JSON.parse(text)),
  ]
}

/** A release with the values that its tracks inherit, which may be stored once or for each track. */
function said(release: Answered): object {
  const { explicit, language, contributors, originalReleaseDate } = release
  const inherited = { explicit, language, contributors, firstPublicationDate: originalReleaseDate }
  return {
    ...without(release, ofTheHub),
    // All others are named at recordings.
    contributors: contributors.filter(({ role }: Answered) => artists.has(role)),
    tracks: release.tracks.map((track: object) => {
      const all: Answered = { ...inherited, ...without(track, ['id', 'uploadId']) }
      return { ...all, contributors: inAnyOrder(all.contributors) }
    }),
  }
}

describe('a release that goes from hub to hub by ERN', () => {
  let here: Hub
  let there: Hub
  beforeAll(async () => {
    ;[here, there] = await Promise.all([openHub(), openHub()])
  })

  it(`is the same there, thirty times (seed ${seed})`, async () => {
    for (const body of [...seededReleases(seed, here.files), ...rareReleases(here.files)]) {
      const release = await create(here.fixture, body)
      const { xml, problems } = await preview(here, release.id)
      expect(problems).toEqual([])
      if (hasErnSchema) expect(schemaErrors(xml)).toEqual([])
      // A preview has no identity yet: a message gets its own when it is sent.
      const again = await bringIn(there, xml.replaceAll(/msg_0{26}/g, `msg_of_${release.upc}`))
      expect(said(again)).toEqual(said(release))
    }
  })
})
