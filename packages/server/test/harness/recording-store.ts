import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { acknowledge, readStore, type Sent } from './store-folder.ts'

/** A store that takes packages from its folder, records their content, and answers on request. */

export interface Received {
  readonly messageId: string
  readonly purpose: 'offer' | 'takedown'
  /** The statuses that it answered, one after the other. */
  readonly answers: string[]
}

export interface RecordingStore {
  readonly id: string
  readonly folder: string
  /** In the order of their arrival; a package that was sent again is listed again. */
  readonly received: readonly Received[]
  /** Takes complete packages and returns how many. */
  look(): Promise<number>
  answer(message: Received, status: string): Promise<void>
  /** Removes its answers. */
  tidy(): Promise<void>
}

export function recordingStore(id: string, folder: string): RecordingStore {
  const received: Received[] = []
  let files = 0
  return {
    id,
    folder,
    received,
    async look() {
      const sent = await readStore(folder)
      for (const { batch, xml, messageId } of sent) {
        received.push({ messageId, purpose: isOffer(xml) ? 'offer' : 'takedown', answers: [] })
        await rm(join(folder, batch), { recursive: true })
      }
      return sent.length
    },
    async answer(message, status) {
      message.answers.push(status)
      // A later name corrects the earlier answer.
      await acknowledge(folder, message.messageId, status, '', `ACK${String(++files).padStart(6, '0')}`)
    },
    tidy: () => rm(join(folder, 'acknowledgements'), { recursive: true, force: true }),
  }
}

const isOffer = (xml: Sent['xml']): boolean => xml.includes('<DealList>')
