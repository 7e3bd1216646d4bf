import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { startInTerminal } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** Every way in which a person leaves a question ends the command, and nothing is stored. */

type Running = ReturnType<typeof startInTerminal>

it.each<[string, (running: Running) => void]>([
  ['Ctrl-C', (running) => running.type('\u0003')],
  ['Ctrl-C after some letters', (running) => running.type('spn_abc\u0003')],
  ['Escape', (running) => running.type('\u001b')],
  ['Ctrl-D', (running) => running.type('\u0004')],
  ['the signal to end', (running) => running.interrupt()],
  ['a terminal that was closed', (running) => running.hangUp()],
])('%s', async (_, leave) => {
  const home = makeFolder()
  const running = startInTerminal(['login', '--hub', 'http://127.0.0.1:9'], { home })
  await running.untilShown('API key (not shown)')
  leave(running)
  const { code, stdout } = await running.result
  expect(code).toBe(130)
  expect(stdout).toContain('Interrupted')
  expect(stdout).not.toContain('spn_abc')
  expect(await readdir(home, { recursive: true })).toEqual([])
})
