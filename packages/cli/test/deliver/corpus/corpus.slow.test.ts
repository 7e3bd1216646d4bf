import type { Spindle } from '@spindle/client'
import type { FieldError } from '@spindle/contract'
import { decodedAudioRules } from '@spindle/contract/rules'
import { beforeAll, describe, expect, it } from 'vitest'
import { realAnalyser } from '../../../../server/test/harness/analyser.ts'
import { eventually } from '../../../../server/test/harness/eventually.ts'
import { coverJpeg } from '../../../../server/test/harness/submittable.ts'
import { sha256 } from '../../../../server/test/harness/uploads.ts'
import { dryRun } from '../../../src/deliver/dry-run.ts'
import { type DeliverRequest, placeholderUploadId } from '../../../src/deliver/plan/build-request.ts'
import { type DeliveryHub, startDeliveryHub } from '../deliver-hub.ts'
import { makeFolder } from '../make-folder.ts'
import { oddCovers, oddMasters } from './file-cases.ts'
import type { FolderCase } from './folder-case.ts'
import { metadataCases } from './metadata-cases.ts'

/** What a dry run says of a folder is what the hub says of the release it becomes. */

const cover = await coverJpeg()
const cases: readonly FolderCase[] = [...metadataCases(cover), ...oddMasters(cover), ...(await oddCovers())]
/** What no header contains: only the hub can find these. */
const needDecodedAudio: ReadonlySet<string> = new Set(decodedAudioRules.map(({ id }) => id))

let delivery: DeliveryHub
const uploadIds = new Map<string, string>()

beforeAll(async () => {
  delivery = await startDeliveryHub({}, { analyser: realAnalyser() })
  const store = { kind: 'folder' as const, settings: storeSettings }
  await delivery.hub.hub.outlets.add({ id: 'far-store', name: 'Far Store', ...store }, undefined)
  await eventually(async () => (await delivery.client.outlets.list()).data.some(({ id }) => id === 'far-store'), {
    what: 'the store',
  })
})

/** A store that takes little. */
const storeSettings = {
  takes: { uses: ['download'], audio: ['flac'], leastCover: 3_000 },
  genres: { electronic: 'Electronica' },
}

interface Said {
  readonly code: string
  readonly severity: string
  readonly pointer: string
  readonly message: string
  readonly fix: string
}

const toLine = ({ severity, code, pointer, message, fix }: Said): string =>
  `${severity} ${code} ${pointer}: ${message} | ${fix}`

/** The findings of a dry run, and the request it shows. */
async function saysDryRun({ files }: FolderCase) {
  const folder = await makeFolder(files)
  const dry = await dryRun(
    {
      cwd: '/',
      hub: delivery.client,
      hubKey: 'test',
      emit: () => undefined,
      signal: new AbortController().signal,
    },
    { folder, submit: true },
  )
  return { body: dry.request.body, told: dry.findings }
}

/** Sends a file of several folders only once, and waits for the verdict. */
async function upload(client: Spindle, file: string, bytes: Uint8Array): Promise<string> {
  const kind = /\.(jpg|png|webp|tif)$/.test(file) ? 'image' : 'audio'
  const key = `${kind} ${sha256(bytes)}`
  const known = uploadIds.get(key)
  if (known !== undefined) return known
  const { id } = await client.uploads.create(new Blob([new Uint8Array(bytes)]), { filename: file, kind })
  await client.uploads.waitFor(id)
  uploadIds.set(key, id)
  return id
}

/** The findings of the hub about the release that the request of the dry run makes. */
async function saysHub({ files }: FolderCase, body: DeliverRequest): Promise<readonly Said[]> {
  const { client, hub, settings } = delivery
  const placeholders = new Map<string, string>()
  for (const [file, bytes] of Object.entries(files))
    if (typeof bytes !== 'string') placeholders.set(placeholderUploadId(file), await upload(client, file, bytes))
  const sent = JSON.parse(
    JSON.stringify(body),
    (_, value: unknown) => placeholders.get(String(value)) ?? value,
  ) as object
  const created = await hub.json('POST', '/api/v1/music-distributor/releases', { body: sent, key: settings.key })
  if (created.status === 422)
    return created.body.errors.map((error: FieldError) => ({ ...error, severity: 'error', message: error.detail }))
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const { findings } = await client.releases.validate(created.body.id)
  await client.releases.delete(created.body.id)
  const names = new Map([...placeholders].map(([placeholder, id]) => [id, placeholder]))
  return findings.map((finding) => ({
    ...finding,
    message: finding.message.replaceAll(/upl_\w+/g, (id) => names.get(id) ?? id),
  }))
}

describe.each(cases)('$name', (folder) => {
  it('is judged by the dry run as by the hub', async () => {
    const { body, told } = await saysDryRun(folder)
    const said = await saysHub(folder, body)
    const { pointer, codes } = folder.onlyDecoded ?? { pointer: undefined, codes: [] }
    const isComparable = (finding: Said): boolean => finding.pointer !== pointer && !needDecodedAudio.has(finding.code)
    const lines = (findings: readonly Said[]) => findings.filter(isComparable).map(toLine).sort()
    expect(lines(told)).toEqual(lines(said))
    expect(
      said
        .filter((finding) => finding.pointer === pointer)
        .map(({ code }) => code)
        .sort(),
    ).toEqual(codes)
  })
})

it('names the store that would not take it', async () => {
  const [fine] = cases
  if (!fine) throw new Error('there is no folder')
  const { told } = await saysDryRun(fine)
  const ofStore = told.flatMap(({ code, severity, pointer, outlets }) =>
    outlets === undefined ? [] : [[severity, code, pointer, outlets.map(({ id }) => id).join()]],
  )
  expect(ofStore).toContainEqual(['warning', 'store_audio_refused', '/tracks/0/uploadId', 'far-store'])
  expect(ofStore).toContainEqual(['warning', 'store_genre_unmapped', '/genre', 'far-store'])
})

it('covers at least 60 folders', () => expect(cases.length).toBeGreaterThanOrEqual(60))
