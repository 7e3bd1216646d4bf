import { beforeAll, describe, expect, it } from 'vitest'
import { databaseNotifications, type Notifications } from '../../src/platform/database/notifications.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import type { OpenDatabase } from '../../src/platform/open-database.ts'
import { atEnd } from '../harness/cleanup.ts'
import { eventually } from '../harness/eventually.ts'
import { createTestDatabase } from '../harness/hub.ts'

describe('announcements of a transaction', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await createTestDatabase()
  })
  atEnd(() => opened.close())
  /** What the node has heard, in order. */
  const listen = (notifications: Notifications): string[] => {
    const heard: string[] = []
    notifications.on('things', (payload) => void heard.push(payload))
    return heard
  }
  const node = () => databaseNotifications(opened.connection, silentLog)

  it('have reached their own node when the transaction returns, even without a connection', async () => {
    const notifications = node()
    const heard = listen(notifications)
    await opened.database.transaction(async (trx) => {
      await notifications.announce(trx, 'things', ['a', 'b'])
      expect(heard).toEqual([])
    })
    expect(heard).toEqual(['a', 'b'])
  })

  it('reach other nodes after the commit', async () => {
    const other = node()
    const heard = listen(other)
    await other.start()
    atEnd(() => other.close())
    await opened.database.transaction((trx) => node().announce(trx, 'things', ['c', 'd']))
    await eventually(() => heard.length === 2, { what: 'the announcements' })
    expect(heard).toEqual(['c', 'd'])
  })

  it('are lost with a transaction that fails', async () => {
    const notifications = node()
    const heard = listen(notifications)
    const failed = opened.database.transaction(async (trx) => {
      await notifications.announce(trx, 'things', ['e'])
      throw new Error('no commit')
    })
    await expect(failed).rejects.toThrow('no commit')
    expect(heard).toEqual([])
  })
})
