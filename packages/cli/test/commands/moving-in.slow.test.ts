import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operatorOf } from '../../../server/test/harness/operator.ts'
import { coverJpeg, shortMaster } from '../../../server/test/harness/submittable.ts'
import { message42 } from '../../../server/test/imports/messages.ts'
import { openHubFixture } from '../harness/hub-fixture.ts'
import { makeZip } from './make-zip.ts'

const operatorPrefix = 'npm run hub -- '

/** Every command of docs/moving-in.md, in order, as a reader types them. 4: something still needs the reader. */

it('the commands about moving in lead from files to drafts, and the exported catalog comes in unchanged', async () => {
  const page = await readFile(new URL('../../../../docs/moving-in.md', import.meta.url), 'utf8')
  const typed = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
  const commands = typed.filter((command) => !command.startsWith(operatorPrefix))
  expect(commands).toHaveLength(22)
  const fixture = await openHubFixture({ environment: { SPINDLE_SANDBOX_OUTLET: 'on' } })
  const codesOfOperator: number[] = []
  for (const command of typed.filter((one) => one.startsWith(operatorPrefix))) {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const { accountId } = fixture.releases.account
    const line = command
      .slice(operatorPrefix.length)
      .replace('<id>', accountId)
      .replace(/\d{4}-\d\d-\d\d/, tomorrow)
    codesOfOperator.push((await operatorOf(fixture.hub)(...line.split(' '))).code)
  }
  expect(codesOfOperator).toEqual([0, 0])
  for (const folder of ['releases/one', 'masters', '0200000000011/resources'])
    await mkdir(join(fixture.folder, folder), { recursive: true })
  await fixture.write('releases/one/01 Song.wav', shortMaster(1))
  await fixture.write('masters/ZZABC2600001.wav', shortMaster(2))
  await mkdir(join(fixture.folder, 'covers'))
  await fixture.write('masters.zip', makeZip([{ name: 'a/ZZABC2600001.wav', bytes: shortMaster(2) }]))
  await fixture.write(
    'catalogue.csv',
    'externalId,releaseTitle,trackTitle,isrc\nA,Rain,Rain,ZZABC2600001\nB,,No title,\n',
  )
  await fixture.write('old-catalogue.csv', 'Barcode,Album Title,Artist,Song\n036000291452,Night,Ada,Moon\n')
  await fixture.write('old.csv', 'upc,releaseTitle,trackTitle,isrc\n0200000000011,Rain,Rain,ZZABC2600001\n')
  await fixture.write('0200000000011/message.xml', message42({}))
  await fixture.write('0200000000011/resources/A1.wav', shortMaster(3))
  await fixture.write('0200000000011/resources/A2.jpg', await coverJpeg())

  const codes: number[] = []
  for (const command of commands) {
    const { data } = await fixture.json(['imports', 'tables'])
    const transfers = await fixture.json(['transfers', 'list'])
    const named = command.replace('<id>', data[0]?.id ?? '').replace('trf_...', transfers.data[0]?.id ?? '')
    const [line = '', output] = named.split(' > ')
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word).slice(1)
    const { code, stdout } = await fixture.spindle(args)
    codes.push(code ?? -1)
    if (output !== undefined) await fixture.write(output, stdout)
    if (command === 'spindle catalog list --format csv') await fixture.write('catalog.csv', stdout)
    if (command.startsWith('spindle imports errors'))
      expect(stdout).toContain('"B",,"No title",,"The release has no title. Fill releaseTitle."')
  }
  // The delivered folder has no metadata, row B no title, the imported drafts no UPC; what was exported still lacks metadata.
  expect(codes).toEqual([4, 4, 4, 4, 0, 4, 4, 4, 0, 4, 0, 4, 0, 4, 0, 0, 0, 0, 0, 4, 4, 0])
  const { data } = await fixture.json(['imports', 'tables'])
  expect(data[0]).toMatchObject({ preset: 'catalog', dryRun: true, releases: 3, outcomes: { unchanged: 3 } })
})
