import { describe, expect, it } from 'vitest'
import { runInTerminal, runSpindle } from './run-spindle.ts'

describe('spindle from outside', () => {
  it('is JSON in a pipe and a table in a terminal', async () => {
    const piped = await runSpindle(['commands'])
    expect(piped).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(piped.stdout)).toContainEqual(expect.objectContaining({ name: 'releases list' }))
    const shown = await runInTerminal(['commands'], { columns: 100 })
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/^COMMAND +DOES\r\n/)
  })
})
