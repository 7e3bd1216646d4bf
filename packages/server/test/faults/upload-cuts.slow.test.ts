import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { type Fault, type Passage, startFaultProxy } from '../harness/fault-proxy.ts'
import { startTestHub } from '../harness/hub.ts'
import { countFromEnvironment, createRandom, type Random, seedFromEnvironment } from '../harness/random.ts'
import { askTusOffset, createTusUpload, patchTusRaw } from '../harness/tus-client.ts'

/**
 * One file over a connection that is lost hundreds of times: HEAD returns what the hub has, and the result is
 * bit-exact.
 */

const cuts = countFromEnvironment('UPLOAD_CUTS', { usual: 200, soak: 400 })
const fileBytes = countFromEnvironment('UPLOAD_CUT_MIB', { usual: 64, soak: 64 }) * 1024 ** 2
const seed = seedFromEnvironment()

it(`an upload survives ${cuts} cuts bit-exact (seed ${seed})`, { timeout: 240_000 + cuts * 1_000 }, async () => {
  const hub = await startTestHub()
  const apiKey = await (await createTestAccount(hub)).key()
  const random = createRandom(seed)
  const file = random.bytes(fileBytes)
  const direct = { host: '127.0.0.1', port: Number(new URL(hub.url).port), apiKey }
  const line = await startFaultProxy(direct)
  const { uploadId } = await createTusUpload(hub.url, apiKey, { size: file.length })
  const sent = createSentBytes()
  const outcomes = { reset: 0, end: 0, silence: 0, answerLost: 0, acknowledged: 0, overtaken: 0 }

  let offset = 0
  for (let cut = 0; cut < cuts; ) {
    const step = `seed ${seed}, after cut ${cut}, offset ${offset}`
    const plan = planPatch(random, Math.floor((file.length - offset) / (cuts - cut + 1)))
    const passage = plan.fault ? line.breakNext(plan.fault) : { up: Number.POSITIVE_INFINITY, down: 0 }
    const bytes = file.subarray(offset, offset + plan.bytes)
    const { headerBytes, answered } = patchTusRaw(
      { ...direct, port: plan.fault ? line.port : direct.port },
      { uploadId, offset, bytes, isChunked: plan.isChunked },
    )
    sent.add({ offset, bytes: bytes.length, headerBytes, passage })
    // A silent connection gives no information: the client asks on a new one while the hub still waits on the old one.
    const answer = plan.fault?.how === 'silence' ? undefined : await answered
    // An earlier request may reach the hub after HEAD was answered, and then this one is too late.
    if (answer?.status === 409) outcomes.overtaken++
    else if (plan.fault) {
      expect(answer, step).toBeUndefined()
      outcomes[plan.fault.direction === 'down' ? 'answerLost' : plan.fault.how]++
      cut++
    } else {
      expect(answer?.status, step).toBe(204)
      expect(answer?.headers.get('upload-offset'), step).toBe(String(offset + bytes.length))
      offset += bytes.length
      outcomes.acknowledged++
    }
    const next = await askTusOffset(hub.url, apiKey, uploadId)
    expect(next, `${step}: below what was acknowledged`).toBeGreaterThanOrEqual(offset)
    expect(next, `${step}: more than was sent`).toBeLessThanOrEqual(sent.highest())
    offset = next
  }
  await line.close()

  // The rest, until the hub reports that it has all of it.
  while (offset < file.length) {
    await patchTusRaw(direct, { uploadId, offset, bytes: file.subarray(offset) }).answered
    offset = await askTusOffset(hub.url, apiKey, uploadId)
  }
  const sha256 = createHash('sha256').update(file).digest('hex')
  const { body } = await hub.json('GET', `/api/v1/distributor/uploads/${uploadId}`, { key: apiKey })
  expect(body).toMatchObject({ offset: file.length, size: file.length, sha256 })
  const stored = await readFile(join(hub.dataDir, 'uploads', 'complete', uploadId.slice(-2), uploadId))
  expect(createHash('sha256').update(stored).digest('hex')).toBe(sha256)
  console.log(`upload-cuts: seed ${seed}, ${fileBytes} bytes, ${cuts} cuts, 0 wrong, ${JSON.stringify(outcomes)}`)
})

interface SentPatch {
  readonly offset: number
  readonly bytes: number
  readonly headerBytes: number
  readonly passage: Passage
}

/** The end of the farthest byte that has ever gone towards the hub. */
function createSentBytes() {
  const patches: SentPatch[] = []
  return {
    add: (patch: SentPatch) => void patches.push(patch),
    highest: () =>
      Math.max(
        ...patches.map(
          ({ offset, bytes, headerBytes, passage }) => offset + Math.min(bytes, Math.max(0, passage.up - headerBytes)),
        ),
      ),
  }
}

const headBytes = 350

interface PlannedPatch {
  readonly bytes: number
  readonly isChunked: boolean
  /** Undefined: a chunk that arrives, so that from now on no offset may be below its end. */
  readonly fault: Fault | undefined
}

/** `fairShare` keeps enough of the file for later interruptions. */
function planPatch(random: Random, fairShare: number): PlannedPatch {
  const isChunked = random.chance(0.2)
  if (random.chance(0.2)) return { bytes: random.integer(1, 4_096), isChunked, fault: undefined }
  const bytes = random.integer(1, Math.max(1, Math.floor(fairShare * 1.5)))
  // The request arrives complete, and its answer is lost or a part of it.
  if (random.chance(0.1))
    return { bytes, isChunked, fault: { direction: 'down', afterBytes: random.integer(0, 20), how: 'reset' } }
  const how = random.chance(0.05) ? 'silence' : random.pick(['end', 'reset'] as const)
  // Anywhere: in the header block, at its end, in the body.
  const afterBytes = random.chance(0.15)
    ? random.integer(1, headBytes)
    : random.integer(headBytes - 50, headBytes + bytes - 1)
  return { bytes: bytes + 4_096, isChunked, fault: { direction: 'up', afterBytes, how } }
}
