import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../../server/test/harness/accounts.ts'
import { startTestHub, type TestHub } from '../../server/test/harness/hub.ts'
import { noteMissing } from '../../server/test/harness/programs.ts'
import { epMetadata, expectDelivered, propertyToken } from './harness/ep.ts'
import { epFiles } from './harness/ep-files.ts'
import { cleanEnvironment, compile, findNode, getPacked, install, run } from './harness/install.ts'
import { type Line, startLine } from './harness/line.ts'

/** The SDK from outside: installed from its tarballs, compiled against its types, run by the oldest and newest Node. */

const consumer = 'deliver-ep'
const strict = ['--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', 'node', '--skipLibCheck', 'false']
const ways = [
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
] as const
/** The output of the compiler, by module resolution. */
const complaints = new Map<string, string>()
let hub: TestHub
let line: Line
let folder: string
let project: string
let files: Map<string, Buffer>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spindle-outside-'))
  project = join(folder, 'project')
  await install(project, [await getPacked('contract'), await getPacked('client')], ['@types/node'])
  await cp(new URL(`./consumers/${consumer}.ts`, import.meta.url), join(project, `${consumer}.ts`))
  const wrong = `import { Spindle } from '@spindle/client'
    new Spindle({ baseUrl: '' }).releases.create({ title: 1, type: 'ep', tracks: [] })`
  await writeFile(join(project, 'wrong.ts'), wrong)
  for (const [resolution, module] of ways) {
    const how = ['--moduleResolution', resolution, '--module', module, '--outDir', resolution]
    complaints.set(resolution, await compile(project, [`${consumer}.ts`, 'wrong.ts', ...strict, ...how]))
  }
  files = await epFiles()
  for (const [name, bytes] of files) await writeFile(join(project, name), bytes)
  await writeFile(join(project, 'release.json'), JSON.stringify(epMetadata))
  hub = await startTestHub({ environment: { SPINDLE_INTEGRATION_TOKENS: `player=${propertyToken}` } })
  line = await startLine(hub.url)
}, 600_000)
afterAll(async () => {
  await line.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the installed SDK', () => {
  it.each(ways.map(([resolution]) => resolution))(
    'reports what is wrong when modules are resolved as %s, and only that',
    (resolution) => {
      expect(complaints.get(resolution)).toMatch(
        /^wrong\.ts\(2,\d+\): error TS2322: Type 'number' is not assignable to type 'string'.\s*$/,
      )
    },
  )

  it.for([20, 24] as const)('delivers an EP in Node %i, over a network that fails', async (major, test) => {
    const node = await findNode(major)
    if (node === undefined) {
      noteMissing(`node ${major}`)
      return test.skip()
    }
    const account = await createTestAccount(hub, `Node ${major}`)
    const key = await account.key()
    line.cutAfter(6_000_000, 1_500, 'mustRefuse')
    line.loseAnswerTo('POST /api/v1/music-distributor/releases HTTP')
    const { stdout, stderr } = await run(node, [`nodenext/${consumer}.js`], {
      cwd: project,
      env: { ...cleanEnvironment(), SPINDLE_URL: line.url, SPINDLE_API_KEY: key },
    })
    expect(stderr).toBe('')
    expect(line.takeHappened()).toEqual(expect.arrayContaining(['cut', 'refused', 'restored', 'answer lost']))
    await expectDelivered(hub, key, { release: JSON.parse(stdout), files })
  })
})
