import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { findState, openState, resetState, statePlace } from './folder-state-file.ts'

let folder: string
const notes: string[] = []
const note = (text: string): void => void notes.push(text)
beforeEach(async () => {
  notes.length = 0
  folder = await mkdtemp(join(tmpdir(), 'spindle-state-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

const path = () => join(folder, '.spindle/state.json')

describe('the state of a folder', () => {
  it('is not there before it is opened, and looking does not make it', async () => {
    expect(await findState(statePlace(folder))).toEqual({ folderId: undefined, state: undefined, isBroken: false })
    expect(await readdir(folder)).toEqual([])
  })

  it('holds every change, whole, for its owner only', async () => {
    const stateFile = await openState(statePlace(folder), note)
    const names = Array.from({ length: 30 }, (_, index) => `hub ${index}`)
    await Promise.all(
      names.map((name) =>
        stateFile.change((state) => ({ ...state, hubs: { ...state.hubs, [name]: { uploads: {} } } })),
      ),
    )
    const again = await openState(statePlace(folder), note)
    expect(Object.keys(again.current().hubs)).toEqual(names)
    expect(again.folderId).toBe(stateFile.folderId)
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, '.spindle'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, '.spindle'))).toEqual(['folder-id', 'state.json'])
  })

  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"version":1}',
    '{"version":1,"path":"/","files":{},"hubs":{"a":{}}}',
    '{"version":0}',
  ])('is kept aside when it is %j, and the folder stays who it is', async (text) => {
    const { folderId, change } = await openState(statePlace(folder), note)
    await change((state) => state)
    await writeFile(path(), text)
    expect(await findState(statePlace(folder))).toMatchObject({ isBroken: true, state: undefined })
    expect(await readFile(path(), 'utf8')).toBe(text)
    const again = await openState(statePlace(folder), note)
    expect(again.folderId).toBe(folderId)
    expect(again.current()).toEqual({ version: 1, path: folder, files: {}, hubs: {} })
    expect(notes).toEqual([expect.stringContaining('cannot be read. It is kept as')])
    const aside = (await readdir(join(folder, '.spindle'))).find((name) => name.includes('unreadable'))
    expect(await readFile(join(folder, '.spindle', aside ?? ''), 'utf8')).toBe(text)
  })

  it('of a newer version is not changed', async () => {
    await (await openState(statePlace(folder), note)).change((state) => state)
    await writeFile(path(), '{"version":2}')
    await expect(openState(statePlace(folder), note)).rejects.toMatchObject({ code: 'state_newer' })
    expect(await readFile(path(), 'utf8')).toBe('{"version":2}')
  })

  it('starts again under another name when it is renewed', async () => {
    const stateFile = await openState(statePlace(folder), note)
    await stateFile.change((state) => ({ ...state, hubs: { a: { uploads: { x: 'upl_1' } } } }))
    const renewed = await resetState(statePlace(folder))
    expect(renewed.folderId).not.toBe(stateFile.folderId)
    expect(await findState(statePlace(folder))).toMatchObject({ folderId: renewed.folderId, state: { hubs: {} } })
  })
})
