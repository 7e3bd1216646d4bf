import { coverJpeg, masterWav, storeFile } from '../../packages/server/test/harness/submittable.ts'
import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { operate, startHub } from '../harness/hub.ts'
import { ask, invitePerson, type Person, password } from '../harness/person.ts'
import type { Program } from '../harness/program.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { mebibyte, requireRoom, writeSourceFile } from '../harness/source-file.ts'
import { median, ratioOf } from '../harness/statistics.ts'
import { createUpload, removeUpload, sendBytes, type TusServer } from '../harness/tus-client.ts'
import { measureBrowser } from './console-pages.ts'
import { playsOf } from './page-data.ts'

/** What a person waits for in the console, from the bytes of its first load to a change that shows. */

export const consoleSpeed: Goal = { id: 'console', title: 'The console in a browser', run }

/** A label with a person, and one release to look at. */
export interface ConsoleHub {
  readonly hub: Program
  readonly accountId: string
  readonly key: string
  readonly person: Person
  readonly releaseId: string
}

const uploadsPath = '/api/v1/distributor/uploads'

async function run(bench: Bench): Promise<Report> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('console')
  const hub = await startHub(bench, { databaseUrl })
  const { accountId, keys } = await createAccess(bench, hub, databaseUrl)
  const key = keys[0] ?? ''
  const people: Person[] = []
  for (const name of ['mia', 'tom', 'eva', 'kim'])
    people.push(await invitePerson(bench, hub, { databaseUrl, accountId, email: `${name}@label.example` }))
  const releaseId = await createDraft(hub, key)
  await postgres.execute(databaseUrl, playsOf(accountId))
  // A hub without an operator shows its setup page.
  await operate(bench, databaseUrl, ['people', 'operator', 'add', 'kim@label.example'])
  const [person] = people
  if (!person) throw new Error('Nobody is there')
  const label: ConsoleHub = { hub, accountId, key, person, releaseId }
  const parts = [
    await measureBrowser(bench, label),
    await measureShell(bench, hub),
    await measureSignIn(bench, hub, people),
    await measurePictures(bench, label),
    await measureUpload(bench, label),
  ]
  return {
    series: parts.flatMap(({ series }) => series),
    verdicts: parts.flatMap(({ verdicts }) => verdicts),
    notes: parts.flatMap(({ notes }) => notes),
  }
}

async function createDraft(hub: Program, key: string): Promise<string> {
  const reach = { url: hub.url, key }
  const coverUploadId = await storeFile(reach, 'image/jpeg', await coverJpeg())
  const tracks: object[] = []
  for (let number = 1; number <= 3; number++) {
    const uploadId = await storeFile(reach, 'audio/wav', masterWav(number))
    tracks.push({ title: `Song ${number}`, uploadId })
  }
  const response = await fetch(`${hub.url}/api/v1/music-distributor/releases`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Night Drive', type: 'ep', coverUploadId, tracks }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`No release was made: ${text}`)
  return (JSON.parse(text) as { readonly id: string }).id
}

/** The page itself with all files it names, as a browser with an empty cache asks for them. */
async function measureShell(bench: Bench, hub: Program): Promise<Report> {
  const samples: number[] = []
  for (let round = -3; round < (bench.isQuick ? 20 : 100); round++) {
    const start = performance.now()
    const page = await (await fetch(`${hub.url}/console/sign-in`)).text()
    const files = [...page.matchAll(/"(\/console\/[^"]+\.(?:js|css|svg))"/g)].map(([, path = '']) => path)
    await Promise.all(files.map(async (path) => (await fetch(`${hub.url}${path}`)).arrayBuffer()))
    if (round >= 0) samples.push(performance.now() - start)
  }
  return {
    series: [{ name: 'shell and its files', unit: 'ms', samples }],
    verdicts: [{ goal: 'shell and its files', value: median(samples), unit: 'ms', atMost: 20 }],
    notes: [],
  }
}

async function measureSignIn(bench: Bench, hub: Program, people: readonly Person[]): Promise<Report> {
  let tries = 0
  /** Each try comes from an address that has not failed yet, so that none of them has to wait. */
  const tryAt = async (email: string, wanted: 200 | 401, text: string): Promise<number> => {
    tries++
    const from = `127.1.${tries >> 8}.${tries & 255 || 1}`
    const { status, ms } = await ask(hub, '/console/api/sign-in/password', { body: { email, password: text }, from })
    if (status !== wanted) throw new Error(`Signing in answered ${status}`)
    return ms
  }
  const emailOf = (number: number): string => people[number % people.length]?.email ?? ''
  const sides = [
    { name: 'sign-in, right password', measure: () => tryAt(emailOf(tries), 200, password) },
    { name: 'sign-in, wrong password', measure: () => tryAt(emailOf(tries), 401, 'a password that is wrong') },
    {
      name: 'sign-in, unknown address',
      measure: () => tryAt(`nobody-${tries}@label.example`, 401, 'a password that is wrong'),
    },
  ]
  for (const side of sides) await side.measure()
  const samples = await interleave(sides, bench.isQuick ? 20 : 100)
  const [right = [], wrong = [], unknown = []] = samples
  const ratio = ratioOf(unknown, wrong)
  return {
    series: sides.map(({ name }, index) => ({ name, unit: 'ms', samples: samples[index] ?? [] })),
    verdicts: [
      { goal: 'sign-in by password', value: median(right), unit: 'ms', atMost: 150 },
      { goal: 'unknown address / wrong password', value: ratio.value, spread: ratio, atLeast: 0.95, atMost: 1.05 },
    ],
    notes: [
      'Sign-ins one after the other, each on a connection of its own, from the request to the end of its answer; almost all of it is one argon2id of 19 MiB.',
    ],
  }
}

/** Covers of 3000 x 3000 pixels as the catalog shows them: made for the first request, kept for later ones. */
async function measurePictures(bench: Bench, { hub, key, accountId, person }: ConsoleHub): Promise<Report> {
  const cover = await coverJpeg()
  const first: number[] = []
  const again: number[] = []
  for (let round = -1; round < (bench.isQuick ? 4 : 12); round++) {
    const id = await storeFile({ url: hub.url, key }, 'image/jpeg', cover)
    const address = `${hub.url}/console/a/${accountId}${uploadsPath}/${id}/image?size=256`
    const times = [await timeOf(address, person.headers), await timeOf(address, person.headers)] as const
    if (round < 0) continue
    first.push(times[0])
    again.push(times[1])
  }
  return {
    series: [
      { name: 'a cover in small, the first time', unit: 'ms', samples: first },
      { name: 'a cover in small, again', unit: 'ms', samples: again },
    ],
    verdicts: [
      { goal: 'a cover in small, the first time', value: median(first), unit: 'ms', atMost: 300 },
      { goal: 'a cover in small, again', value: median(again), unit: 'ms', atMost: 5 },
    ],
    notes: [],
  }
}

async function timeOf(address: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const start = performance.now()
  const response = await fetch(address, { headers })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
  return performance.now() - start
}

/** The same bytes by the same client: with a key to the API, and with the cookie to the surface of the session. */
async function measureUpload(bench: Bench, { hub, key, accountId, person }: ConsoleHub): Promise<Report> {
  const bytes = (bench.isQuick ? 128 : 512) * mebibyte
  await requireRoom(bench, 3 * bytes)
  const source = await writeSourceFile(bench, bytes)
  const measure = async (server: TusServer): Promise<number> => {
    const start = performance.now()
    // The hub names its uploads by their address in the API; a page takes the id of it and stays on its own.
    const id = (await createUpload(server, source)).split('/').at(-1) ?? ''
    await sendBytes(server, `${server.url}/${id}`, source)
    const speed = bytes / mebibyte / ((performance.now() - start) / 1000)
    await removeUpload(server, `${server.url}/${id}`)
    return speed
  }
  const ofPages = { url: `${hub.url}/console/a/${accountId}${uploadsPath}`, headers: person.headers }
  const ofPrograms = { url: `${hub.url}${uploadsPath}`, headers: { 'x-api-key': key } }
  const sides = [
    { name: 'upload, as a page sends it', measure: () => measure(ofPages) },
    { name: 'upload, as a program sends it', measure: () => measure(ofPrograms) },
  ]
  for (const side of sides) await side.measure()
  const samples = await interleave(sides, bench.isQuick ? 3 : 15)
  const [pages = [], programs = []] = samples
  const ratio = ratioOf(pages, programs)
  return {
    series: sides.map(({ name }, index) => ({ name, unit: 'MiB/s', samples: samples[index] ?? [] })),
    verdicts: [{ goal: 'upload of a page / of a program', value: ratio.value, spread: ratio, atLeast: 0.97 }],
    notes: [
      `Uploads of ${bytes / mebibyte} MiB of random bytes by tus in one PATCH, from the creation to the last answer.`,
    ],
  }
}
