import { beforeEach, describe, expect, it } from 'vitest'
import { type MailboxBounds, openMailbox } from '../../src/features/interchange/packages/mailbox.ts'
import type { Transport } from '../../src/features/interchange/transports/transport.ts'

/** A message of ours, by its last digits. */
const message = (serial: number): string => `msg_${String(serial).padStart(26, '0')}`
const saying = (serial: number, status: string): string =>
  `<A><Acknowledgement><MessageId>${message(serial)}</MessageId><MessageStatus><Status>${status}</Status></MessageStatus></Acknowledgement></A>`

/** A store's folder in memory that records its calls. */
function storeFolder() {
  const files = new Map<string, { readonly text: string; readonly modifiedMs: number }>()
  const reads: string[] = []
  let lists = 0
  let isBroken = false
  const transport = {
    list: async () => {
      lists += 1
      return [...files]
        .map(([name, { text, modifiedMs }]) => ({ name, size: text.length, modifiedMs }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    read: async (path: string) => {
      const name = path.replace('acknowledgements/', '')
      reads.push(name)
      if (isBroken) throw new Error('the line was cut')
      return Buffer.from(files.get(name)?.text ?? '')
    },
  } as unknown as Transport
  return {
    transport,
    put: (name: string, text: string, modifiedMs = 0) => void files.set(name, { text, modifiedMs }),
    remove: (name: string) => void files.delete(name),
    breakLine: (broken: boolean) => {
      isBroken = broken
    },
    takeReads: () => reads.splice(0),
    lists: () => lists,
  }
}

describe('an acknowledgement of a store', () => {
  let store: ReturnType<typeof storeFolder>
  beforeEach(() => {
    store = storeFolder()
  })
  const open = (bounds: Partial<MailboxBounds> = {}) => {
    const mailbox = openMailbox({ files: 100, reads: 100, answers: 100, ...bounds })
    return async (serial: number) => (await mailbox.find(store.transport, message(serial), 0))?.status
  }

  it('is the newest by name of what can be read, and of this message', async () => {
    const ask = open()
    store.put('ACK_1.xml', saying(1, 'FileOK'))
    store.put('ACK_2.xml', saying(1, 'ResourceMissing'))
    store.put('ACK_3.xml', 'broken')
    store.put('ACK_4.XML', saying(2, 'FileOK'))
    store.put('readme.txt', saying(1, 'FileOK'))
    expect([await ask(1), await ask(2), await ask(9)]).toEqual(['ResourceMissing', 'FileOK', undefined])
  })

  it('is read once, and again after a change', async () => {
    const ask = open()
    store.put('a.xml', saying(1, 'FileOK'))
    store.put('b.xml', saying(2, 'FileOK'))
    await ask(1)
    expect(store.takeReads()).toEqual(['a.xml', 'b.xml'])
    expect(await ask(2)).toBe('FileOK')
    store.put('c.xml', saying(2, 'MetadataMissing'))
    store.put('a.xml', saying(1, 'InternalError'))
    expect([await ask(2), await ask(1)]).toEqual(['MetadataMissing', 'InternalError'])
    expect(store.takeReads()).toEqual(['a.xml', 'c.xml'])
  })

  it('is searched for again only after an interval', async () => {
    let now = 0
    const mailbox = openMailbox(undefined, () => now)
    const ask = () => mailbox.find(store.transport, message(1), 1_000)
    expect(await ask()).toBeUndefined()
    store.put('a.xml', saying(1, 'FileOK'))
    now = 999
    expect(await ask()).toBeUndefined()
    now = 1_000
    expect(await ask()).toEqual({ file: 'a.xml', status: 'FileOK', text: '' })
    expect(store.lists()).toBe(2)
  })

  it('may be half written at first, even if the halves look complete', async () => {
    const ask = open()
    const whole = saying(1, 'FileOK')
    store.put('a.xml', whole.slice(0, -1).padEnd(whole.length))
    expect(await ask(1)).toBeUndefined()
    store.put('a.xml', whole)
    expect(await ask(1)).toBe('FileOK')
    store.put('never.xml', 'x')
    store.takeReads()
    for (let look = 0; look < 4; look++) await ask(1)
    expect(store.takeReads()).toEqual(['never.xml', 'never.xml'])
  })

  it('that could not be reached is read the next time', async () => {
    const ask = open()
    store.put('a.xml', saying(1, 'FileOK'))
    store.breakLine(true)
    expect(await ask(1)).toBeUndefined()
    store.breakLine(false)
    expect(await ask(1)).toBe('FileOK')
  })

  it('that is too large is not fetched', async () => {
    const ask = open()
    store.put('a.xml', `${saying(1, 'FileOK')}${' '.repeat(256 * 1024)}`)
    expect(await ask(1)).toBeUndefined()
    expect(store.takeReads()).toEqual([])
  })

  it('is kept within bounds, the newest first', async () => {
    const ask = open({ files: 50, reads: 10, answers: 20 })
    for (let serial = 10; serial < 99; serial++) store.put(`${serial}.xml`, saying(serial, 'FileOK'))
    expect(await ask(98)).toBe('FileOK')
    expect(store.takeReads()).toHaveLength(10)
    for (let look = 0; look < 10; look++) await ask(0)
    expect(store.takeReads().sort()[0]).toBe('49.xml')
    const known: number[] = []
    for (let serial = 10; serial < 99; serial++) if ((await ask(serial)) !== undefined) known.push(serial)
    expect(known).toEqual(Array.from({ length: 20 }, (_, index) => 79 + index))
    expect(store.takeReads()).toEqual([])
  })

  it('of an unknown message is dropped, and of a file that no longer exists kept', async () => {
    const mailbox = openMailbox()
    const ask = (id: string) => mailbox.find(store.transport, id, 0)
    store.put('a.xml', saying(1, 'FileOK').replace(message(1), 'somebody-elses'))
    store.put('b.xml', saying(2, 'FileOK'))
    expect(await ask('somebody-elses')).toBeUndefined()
    expect(await ask(message(2))).toEqual({ file: 'b.xml', status: 'FileOK', text: '' })
    store.remove('b.xml')
    expect(await ask(message(2))).toEqual({ file: 'b.xml', status: 'FileOK', text: '' })
  })

  it('is listed until it is settled, and again after a new one', async () => {
    const mailbox = openMailbox({ files: 100, reads: 100, answers: 2 })
    const list = async (limit = 9) => [...(await mailbox.listUnsettled(store.transport, limit))]
    store.put('a.xml', saying(1, 'FileOK'))
    store.put('b.xml', saying(2, 'FileOK'))
    const first = { file: 'a.xml', status: 'FileOK', text: '' }
    const second = { file: 'b.xml', status: 'FileOK', text: '' }
    // The longest waiting first, and after the others once it was listed.
    expect(await list(1)).toEqual([[message(1), first]])
    expect(await list(1)).toEqual([[message(2), second]])
    const [[id, answer] = ['', first]] = await list(1)
    mailbox.settle(id, answer)
    expect(await list()).toEqual([[message(2), second]])
    // The same status in another file is not new; another status is.
    store.put('c.xml', saying(1, 'FileOK'))
    expect(await list()).toEqual([[message(2), second]])
    store.put('d.xml', saying(1, 'InternalError'))
    mailbox.settle(message(2), second)
    mailbox.settle(message(1), answer)
    const corrected = { file: 'd.xml', status: 'InternalError', text: '' }
    expect(await list()).toEqual([[message(1), corrected]])
    // One that was settled with an older answer still waits; a dropped one is not listed.
    mailbox.settle(message(1), answer)
    expect(await list()).toEqual([[message(1), corrected]])
    for (const serial of [3, 4]) store.put(`e${serial}.xml`, saying(serial, 'FileOK'))
    expect((await list()).map(([messageId]) => messageId)).toEqual([message(3), message(4)])
  })
})
