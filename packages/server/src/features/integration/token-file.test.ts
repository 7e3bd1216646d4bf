import { expect, it, vi } from 'vitest'
import type { Log } from '../../platform/logging/log.ts'
import { tokenFile } from './token-file.ts'

it('says once that the file cannot be read, without a stack', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const lines: [string, object | undefined][] = []
  const write = (event: string, fields?: object): void => void lines.push([event, fields])
  const log = { debug: write, info: write, warn: write, error: write } as unknown as Log
  const file = tokenFile({ path: '/nowhere/tokens', log, onTokens: () => {} })
  try {
    file.watch()
    await vi.waitFor(() => expect(lines.length).toBe(1))
    for (let second = 0; second < 5; second++) {
      vi.advanceTimersByTime(1_000)
      await file.reload()
    }
    expect(lines).toEqual([['integration.tokens_unreadable', { path: '/nowhere/tokens', reason: 'ENOENT' }]])
  } finally {
    file.close()
    vi.useRealTimers()
  }
})
