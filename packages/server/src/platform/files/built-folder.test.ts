import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BuildRecipe, builtFolder } from './built-folder.ts'

describe('builtFolder', () => {
  let root: string
  let recipe: BuildRecipe
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'spindle-built-'))
    await mkdir(join(root, 'src'))
    await writeFile(join(root, 'src/page.ts'), 'one')
    recipe = {
      sources: [join(root, 'src'), join(root, 'src/page.ts')],
      root,
      places: [join(root, 'dist')],
      entry: 'page.js',
      async build(outDir) {
        await mkdir(outDir)
        await writeFile(join(outDir, 'page.js'), await readFile(join(root, 'src/page.ts')))
      },
    }
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('finds what was made of the same sources, and nothing once they changed', async () => {
    expect(await builtFolder(recipe).find()).toBeUndefined()
    const folder = await builtFolder(recipe).make()
    expect(await builtFolder(recipe).find()).toBe(folder)
    await writeFile(join(root, 'src/page.ts'), 'two')
    expect(await builtFolder(recipe).find()).toBeUndefined()
    await writeFile(join(root, 'src/page.test.ts'), 'tests are in no build')
    await writeFile(join(root, 'src/page.ts'), 'one')
    expect(await builtFolder(recipe).find()).toBe(folder)
  })

  it('removes the builds of earlier sources, unless a process may still use them', async () => {
    const first = await builtFolder(recipe).make()
    await writeFile(join(root, 'src/page.ts'), 'two')
    const second = await builtFolder({ ...recipe, keepsEarlier: true }).make()
    expect(await readdir(join(root, 'dist'))).toEqual([first, second].map((folder) => basename(folder)).sort())
    await writeFile(join(root, 'src/page.ts'), 'three')
    const third = await builtFolder(recipe).make()
    expect(await readdir(join(root, 'dist'))).toEqual([basename(third)])
  })

  it('takes the next place when the first cannot be written to', async () => {
    await writeFile(join(root, 'file'), '')
    const folder = await builtFolder({ ...recipe, places: [join(root, 'file/dist'), join(root, 'data')] }).make()
    expect(dirname(folder)).toBe(join(root, 'data'))
    await expect(builtFolder({ ...recipe, places: [join(root, 'file/dist')] }).make()).rejects.toThrow(/ENOTDIR/)
  })

  it('takes what a faster process made, and leaves nothing half done when it fails', async () => {
    const { build } = recipe
    const slow = builtFolder({
      ...recipe,
      async build(outDir) {
        await build(outDir)
        const [digest = ''] = /[0-9a-f]{16}/.exec(basename(outDir)) ?? []
        await build(join(root, 'dist', digest))
      },
    })
    const failing = builtFolder({
      ...recipe,
      async build(outDir) {
        await build(outDir)
        throw new Error('no')
      },
    })
    await expect(failing.make()).rejects.toThrow('no')
    expect(await readdir(join(root, 'dist'))).toEqual([])
    expect(await slow.make()).toBe(await builtFolder(recipe).find())
  })
})
