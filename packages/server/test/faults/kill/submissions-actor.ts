import { call } from '../../harness/api-client.ts'
import type { Random } from '../../harness/random.ts'
import { submittableRelease, untilLive } from '../../harness/submittable.ts'
import { type Actor, createTouched, promised, type Target } from './actor.ts'

const path = '/api/v1/music-distributor/releases'

interface Submission {
  readonly serial: number
  id?: string
}

/** Creates and submits in one request. A submitted release is delivered, whatever happened to the worker. */
export function createSubmissionsActor(
  random: Random,
  files: { readonly uploadId: string; readonly coverUploadId: string },
): Actor {
  const submissions = createTouched<Submission>(random)
  let acknowledged = 0

  async function submit({ url, key }: Target, entry: Submission): Promise<void> {
    const title = `Submission ${entry.serial}`
    const { status, body, text } = await call(url, 'POST', path, {
      key,
      body: { ...submittableRelease({ title, ...files, serial: entry.serial }), submit: true },
      headers: { 'idempotency-key': title },
    })
    promised(status === 201 && body.status !== 'draft', `${title} is submitted`, text)
    submissions.touch(entry).id = body.id
    acknowledged++
  }

  const unanswered = (): Submission[] => submissions.all.filter(({ id }) => id === undefined)

  return {
    name: 'submissions',
    acknowledged: () => acknowledged,
    async step(target) {
      const [pending] = unanswered()
      await submit(target, pending ?? submissions.add({ serial: submissions.all.length + 2 }))
    },
    async verifyRecent({ url, key }) {
      for (const { id } of submissions.takeSample(3)) {
        if (id === undefined) continue
        const { status, body } = await call(url, 'GET', `${path}/${id}`, { key })
        promised(status === 200 && body.status !== 'draft', `${id} stays submitted`, body)
      }
    },
    async verifyAll(target) {
      for (const entry of unanswered()) await submit(target, entry)
      for (const { id } of submissions.all) if (id !== undefined) await untilLive(target, id)
    },
  }
}
