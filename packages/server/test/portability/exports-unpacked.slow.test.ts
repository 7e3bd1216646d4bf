import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { openExportAccount } from '../harness/exports.ts'
import { startTestHub } from '../harness/hub.ts'
import { masterWav, storeFile } from '../harness/submittable.ts'
import { sha256 } from '../harness/uploads.ts'
import { newFolder } from './two-hubs.ts'

it('an export is unpacked by the tar of the system, and its digests are right for sha256sum', async () => {
  const hub = await startTestHub()
  const { fixture, ask, waiting, download } = await openExportAccount(hub)
  const master = masterWav(1)
  await storeFile({ url: hub.url, key: fixture.key }, 'audio/wav', master)
  const id = await waiting()
  const isReady = async () => (await ask('GET', `/${id}`)).body.status === 'ready'
  await eventually(isReady, { what: 'the archive' })
  const archive = await download(id)
  const folder = await newFolder()
  await writeFile(join(folder, 'all.tar'), Buffer.from(await archive.arrayBuffer()))
  execFileSync('tar', ['-xf', 'all.tar'], { cwd: folder })
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: folder })
  expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toContain(sha256(master))
})
