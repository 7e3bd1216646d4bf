import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FolderSettings, quirks } from '../../features/interchange/index.ts'
import type { Hub } from '../../start-hub.ts'
import { pollUntil, waitMs } from './step-printer.ts'

/**
 * The store of the demo: a folder that receives packages of DDEX ERN, and a loop that acknowledges each as accepted.
 */

export const demoStore = 'demo-store'

const { leastRecipients: _least, ...usual } = quirks.generic

const settingsOf = (folder: string): FolderSettings => ({
  ...usual,
  outletProfile: 'generic',
  folder,
  recipients: [{ dpid: 'PADPIDA2099123102S', name: 'Demo Store' }],
  profile: 'Audio',
  ernVersion: '4.3.2',
  avsVersion: '9',
  isTest: true,
  choreography: 'batch',
  manifestHash: 'SHA-256',
  acknowledges: true,
  liveOn: 'ack',
  resendFiles: 'until_acknowledged',
  writeFiles: 'renamed',
  askEverySeconds: 0.2,
})

/** Returns the folder. */
export async function openDemoStore(outlets: Hub['outlets'], dataDir: string): Promise<string> {
  const folder = resolve(dataDir, demoStore)
  await mkdir(join(folder, 'acknowledgements'), { recursive: true })
  await outlets.add({ id: demoStore, kind: 'folder', name: 'Demo Store', settings: settingsOf(folder) })
  await pollUntil(
    async () => outlets.list().map(({ id }) => id),
    (ids) => ids.includes(demoStore),
    waitMs,
  )
  return folder
}

/** Acknowledges each package that is complete and has no acknowledgement yet. Returns their folders. */
export async function answerPackages(folder: string): Promise<string[]> {
  const answered = new Set(await readdir(join(folder, 'acknowledgements')))
  const found: string[] = []
  for (const batch of (await readdir(folder)).filter(
    (name) => /^\d{17}$/.test(name) && !answered.has(`ACK_${name}.xml`),
  )) {
    const endMark = `BatchComplete_${batch}.xml`
    if (!(await readdir(join(folder, batch))).includes(endMark)) continue
    const manifest = await readFile(join(folder, batch, endMark), 'utf8')
    const messageId = /<MessageId>([^<]+)</.exec(manifest)?.[1] ?? ''
    const status = `<MessageId>${messageId}</MessageId><MessageStatus><Status>FileOK</Status></MessageStatus>`
    const answer = `<AcknowledgementMessage><Acknowledgement>${status}</Acknowledgement></AcknowledgementMessage>\n`
    await writeFile(join(folder, 'acknowledgements', `ACK_${batch}.xml`), answer)
    found.push(join(folder, batch))
  }
  return found
}

/** Waits for the next packages and answers them. */
export const answerNext = (folder: string): Promise<string[]> =>
  pollUntil(
    () => answerPackages(folder),
    (found) => found.length > 0,
    waitMs,
  )

/** Also acknowledges what is delivered while the demo continues. */
export async function keepAnswering(folder: string, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    await answerPackages(folder)
    await sleep(2_000, undefined, { ref: false })
  }
}
