import { expect, it } from 'vitest'
import { refuseUnsafe } from './safe-settings.ts'

const safe = { version: '150018', fsync: 'on', pages: 'on', commit: 'on', bypasses: false }

it('refuses a server that gambles with what was acknowledged', () => {
  expect(() => refuseUnsafe(safe, 'checked')).not.toThrow()
  expect(() => refuseUnsafe({ ...safe, version: '140012' }, 'trusted')).toThrow('older than version 15')
  expect(() => refuseUnsafe({ ...safe, fsync: 'off' }, 'trusted')).toThrow('fsync=off')
  expect(() => refuseUnsafe({ ...safe, commit: 'off' }, 'trusted')).toThrow('synchronous_commit=off')
})

it('accepts a server without full pages only if the operator allows it', () => {
  const torn = { ...safe, pages: 'off' }
  expect(() => refuseUnsafe(torn, 'checked')).toThrow('full_page_writes=off')
  expect(() => refuseUnsafe(torn, 'trusted')).not.toThrow()
})
