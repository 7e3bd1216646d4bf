import type { Notifications } from '../../../platform/database/notifications.ts'
import type { LockedUpload, UploadLocks } from './upload-lock.ts'

/**
 * A claim of an upload notifies the other nodes, so that an old writer there stops early. The epoch in the row is the
 * actual fence; without the notification the writer would notice only at its next checkpoint, and receive bytes for
 * nothing until then.
 */
export interface Fencing {
  /** Never rejects: the notification is optional. */
  tell(upload: LockedUpload, epoch: number): Promise<void>
}

const channel = 'upload_fenced'

export function fencing(notifications: Notifications, locks: UploadLocks): Fencing {
  notifications.on(channel, (payload) => {
    const [accountId = '', id = '', epoch = ''] = payload.split(' ')
    locks.fence({ accountId, id }, Number(epoch))
  })
  return {
    tell: ({ accountId, id }, epoch) =>
      notifications.tell(channel, `${accountId} ${id} ${epoch}`).catch(() => undefined),
  }
}
