import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bundlePlayer } from '../../../tools/publish/bundle-player.ts'

it('the player is one module of at most 15 kB, compressed, that imports nothing', async () => {
  const code = await bundlePlayer()
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(15_000)
  expect(code).not.toMatch(/\bimport\b\s*[({'"*\w]/)
  expect(code).not.toMatch(/process\.env|require\(/)
})
