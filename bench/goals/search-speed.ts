import { createAccess } from '../harness/access.ts'
import type { Bench, Goal } from '../harness/bench.ts'
import { startHub } from '../harness/hub.ts'
import { releasesPath } from '../harness/mixed-traffic.ts'
import type { Report } from '../harness/report.ts'
import { interleave } from '../harness/rounds.ts'
import { ratioOf } from '../harness/statistics.ts'
import { searchData } from './list-data.ts'

const releases = 10_000
const limit = 50
const connections = 8

export const searchSpeed: Goal = { id: 'search', title: 'A page of search results, against a page of the list', run }

const searches: readonly (readonly [name: string, query: string, items: number])[] = [
  ['a word of all releases', 'midnight', limit],
  ['a word of a fifth', 'velvet', limit],
  ['an unfinished word', 'mid', limit],
  ['two words, one unfinished', 'midnight vel', limit],
  ['a word of one release', 'n7777', 1],
  ['a word of none', 'no', 0],
  ['a word with a typo', 'velvte', limit],
  ['an ISRC', 'QZ-AB1-00-77771', 1],
]

async function run(bench: Bench): Promise<Report> {
  const postgres = await bench.postgres()
  const databaseUrl = await postgres.createDatabase('search')
  const hub = await startHub(bench, { databaseUrl, role: 'all' })
  const { accountId, headers } = await createAccess(bench, hub, databaseUrl)
  await postgres.execute(databaseUrl, searchData(accountId, releases))
  const list = `${hub.url}${releasesPath}?limit=${limit}`
  const seconds = bench.isQuick ? 1 : 2
  const side = async (name: string, url: string, items: number) => {
    const { data } = (await (await fetch(url, { headers })).json()) as { readonly data: readonly unknown[] }
    if (data.length !== items) throw new Error(`${url} answered ${data.length} releases, not ${items}`)
    const measure = async () => (await bench.load.run({ url, headers }, { connections, seconds })).perSecond
    return { name, measure }
  }
  const sides = [await side('the list', list, limit)]
  for (const [name, query, items] of searches)
    sides.push(await side(name, `${list}&query=${encodeURIComponent(query)}`, items))
  for (const { measure } of sides) await measure()
  const [listed = [], ...found] = await interleave(sides, bench.isQuick ? 3 : 6)
  return {
    series: sides.map(({ name }, index) => ({ name, unit: 'pages/s', samples: [listed, ...found][index] ?? [] })),
    verdicts: searches.map(([name], index) => {
      const ratio = ratioOf(found[index] ?? [], listed)
      return { goal: `${name} / the list`, value: ratio.value, spread: ratio, atLeast: 0.7 }
    }),
    notes: [
      `Pages of up to ${limit} releases with 10 tracks, of ${releases.toLocaleString('en-US')} releases of one account; ${bench.load.name}, ${connections} connections.`,
    ],
  }
}
