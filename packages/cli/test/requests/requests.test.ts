import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub, type WrittenAnswer } from '../harness/answering-hub.ts'
import { runSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

/** The requests of each command: method, address, query and body, as the arguments and options say. */

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const [release, webhook, message] = [`rel_${ulid}`, `whk_${ulid}`, `whm_${ulid}`]
const music = '/api/v1/music-distributor'
const distributor = '/api/v1/distributor'
const ofRelease = `${music}/releases/${release}`
const ofWebhook = `${distributor}/webhooks/${webhook}`

const page: WrittenAnswer = { body: { data: [], page: { limit: 20, nextCursor: null, hasMore: false } } }
const validation = { errors: 0, warnings: 0 }
const draft: WrittenAnswer = {
  body: { id: release, status: 'draft', validation, findings: [], pendingRevision: null },
  headers: { etag: '"7"' },
}

const counts = { total: 2, waiting: 0, done: 2, unchanged: 0, refused: 0 }
const bulkJob: WrittenAnswer = {
  body: { id: `blk_${ulid}`, action: 'submit', status: 'completed', dryRun: false, counts },
}
const startedBulk: WrittenAnswer = { ...bulkJob, status: 202 }

const answers: Readonly<Record<string, WrittenAnswer>> = {
  [`GET ${music}/releases`]: page,
  [`GET ${ofRelease}`]: draft,
  [`PATCH ${ofRelease}`]: draft,
  [`DELETE ${ofRelease}`]: { status: 204 },
  [`POST ${music}/releases`]: { ...draft, status: 201 },
  [`POST ${distributor}/releases`]: { ...draft, status: 201 },
  [`POST ${ofRelease}/clone`]: { ...draft, status: 201 },
  [`POST ${ofRelease}/submit`]: draft,
  [`POST ${ofRelease}/withdraw`]: draft,
  [`POST ${ofRelease}/discard-changes`]: draft,
  [`POST ${ofRelease}/takedown`]: { ...draft, status: 202 },
  [`DELETE ${ofRelease}/takedown`]: draft,
  [`GET ${ofRelease}/takedown/preview`]: { body: { outlets: [], planned: null } },
  [`POST ${ofRelease}/validate`]: { body: { findings: [], validation, suggestedType: 'single' } },
  [`GET ${ofRelease}/events`]: page,
  [`GET ${music}/trash`]: page,
  [`GET ${ofRelease}/revisions`]: page,
  [`GET ${ofRelease}/revisions/2`]: { body: { revision: 2 } },
  [`GET ${ofRelease}/revisions/2/changes`]: { body: { revision: 2, from: 1, changes: [] } },
  [`POST ${ofRelease}/revisions/2/restore`]: { body: { release: draft.body, kept: [] } },
  [`POST ${music}/trash/${release}/restore`]: draft,
  [`DELETE ${music}/trash/${release}`]: { status: 204 },
  [`GET ${ofRelease}/deliveries`]: page,
  [`POST ${ofRelease}/deliveries/dlv_${ulid}/retry`]: {
    status: 202,
    body: { outlet: { name: 'Player' }, status: 'queued' },
  },
  [`GET ${ofRelease}/messages`]: page,
  [`GET ${distributor}/uploads`]: page,
  [`GET ${distributor}/uploads/upl_${ulid}`]: { body: { id: `upl_${ulid}`, findings: [] } },
  [`DELETE ${distributor}/uploads/upl_${ulid}`]: { status: 204 },
  [`GET ${music}/imports`]: page,
  [`GET ${distributor}/imports/tables`]: page,
  [`GET ${music}/imports/imp_${ulid}`]: { body: { id: `imp_${ulid}`, messageId: null } },
  [`GET ${distributor}/bulk`]: page,
  [`GET ${distributor}/bulk/blk_${ulid}`]: bulkJob,
  [`GET ${distributor}/bulk/blk_${ulid}/releases`]: page,
  [`POST ${distributor}/bulk`]: startedBulk,
  [`POST ${distributor}/bulk/blk_${ulid}/pause`]: bulkJob,
  [`POST ${distributor}/bulk/blk_${ulid}/resume`]: bulkJob,
  [`POST ${distributor}/bulk/blk_${ulid}/cancel`]: bulkJob,
  [`POST ${distributor}/bulk/blk_${ulid}/undo`]: startedBulk,
  [`GET ${distributor}/reports`]: page,
  [`DELETE ${distributor}/reports/rpt_${ulid}`]: { body: { id: `rpt_${ulid}` } },
  [`GET ${music}/outlets`]: { body: { data: [] } },
  [`GET ${music}/rules`]: { body: { data: [] } },
  [`GET ${music}/reference/languages`]: { body: { data: [] } },
  [`GET ${distributor}/catalog`]: page,
  [`GET ${distributor}/webhooks`]: page,
  [`POST ${distributor}/webhooks`]: { status: 201, body: { id: webhook, secret: 'whsec_1' } },
  [`GET ${ofWebhook}`]: { body: { id: webhook } },
  [`PATCH ${ofWebhook}`]: { body: { id: webhook } },
  [`DELETE ${ofWebhook}`]: { status: 204 },
  [`POST ${ofWebhook}/rotate`]: { body: { id: webhook, secret: 'whsec_2' } },
  [`POST ${ofWebhook}/test`]: { status: 202, body: { id: message } },
  [`GET ${ofWebhook}/messages`]: page,
  [`GET ${ofWebhook}/messages/${message}/attempts`]: page,
  [`POST ${ofWebhook}/messages/${message}/replay`]: { status: 202, body: { id: message } },
}

let hub: AnsweringHub
const folder = makeFolder()

beforeAll(async () => {
  hub = await startAnsweringHub(answers)
  await writeFile(join(folder, 'draft.yaml'), 'title: First Light\ntype: single\n')
})

/** As JSON: the answers here are too short to be rows. */
const ask = (line: string, ...more: readonly string[]) => run(...line.split(' '), ...more, '--json')

async function run(...words: readonly string[]) {
  hub.forget()
  const result = await runSpindle(words, { hub, key: 'spn_1', cwd: folder })
  return { ...result, asked: [...hub.asked] }
}

describe('commands that read', () => {
  it.each([
    ['releases list', `${music}/releases`],
    [
      'releases list --status live --type ep --query night --upc 036000291452 --isrc ZZABC2600001 --limit 5',
      `${music}/releases?status=live&type=ep&upc=036000291452&isrc=ZZABC2600001&limit=5&query=night`,
    ],
    ['releases list --updated-since 2026-11-01', `${music}/releases?updatedSince=2026-11-01T00%3A00%3A00.000Z`],
    [`releases get ${release}`, ofRelease],
    [`releases events ${release} --limit 3 --cursor abc`, `${ofRelease}/events?limit=3&cursor=abc`],
    [`releases deliveries ${release}`, `${ofRelease}/deliveries`],
    [`releases messages ${release}`, `${ofRelease}/messages`],
    [`releases takedown ${release} --preview`, `${ofRelease}/takedown/preview`],
    ['uploads list --kind audio --status ready', `${distributor}/uploads?status=ready&kind=audio`],
    [`uploads get upl_${ulid}`, `${distributor}/uploads/upl_${ulid}`],
    ['imports list --status refused', `${music}/imports?status=refused`],
    ['imports tables --limit 5', `${distributor}/imports/tables?limit=5`],
    [`imports get imp_${ulid}`, `${music}/imports/imp_${ulid}`],
    ['releases trash list', `${music}/trash`],
    ['bulk list', `${distributor}/bulk`],
    [`bulk get blk_${ulid}`, `${distributor}/bulk/blk_${ulid}`],
    [`bulk releases blk_${ulid} --outcome refused`, `${distributor}/bulk/blk_${ulid}/releases?outcome=refused`],
    [`releases revisions ${release} --limit 3`, `${ofRelease}/revisions?limit=3`],
    [`releases revision ${release} 2`, `${ofRelease}/revisions/2`],
    [`releases compare ${release} 2`, `${ofRelease}/revisions/2/changes`],
    [`releases compare ${release} 2 --from 1`, `${ofRelease}/revisions/2/changes?from=1`],
    ['reports list', `${distributor}/reports`],
    ['outlets list', `${music}/outlets`],
    ['rules list', `${music}/rules`],
    ['reference list languages', `${music}/reference/languages`],
    [
      'catalog list --artist Ada --territory DE --released-from 2026-01-01 --include tracks,deliveries --sort title',
      `${distributor}/catalog?artist=Ada&territory=DE&releasedFrom=2026-01-01&sort=title&include=tracks%2Cdeliveries`,
    ],
    ['webhooks list', `${distributor}/webhooks`],
    [`webhooks get ${webhook}`, ofWebhook],
    [`webhooks messages ${webhook} --status failed`, `${ofWebhook}/messages?status=failed`],
    [`webhooks attempts ${webhook} ${message}`, `${ofWebhook}/messages/${message}/attempts`],
  ])('spindle %s', async (line, address) => {
    expect(await ask(line)).toMatchObject({ code: 0, stderr: '', asked: [{ call: `GET ${address}` }] })
  })
})

describe('commands that write', () => {
  it.each([
    ['releases create draft.yaml', `POST ${music}/releases`, { title: 'First Light', type: 'single' }],
    [
      'releases create draft.yaml --submit',
      `POST ${music}/releases`,
      { title: 'First Light', type: 'single', submit: true },
    ],
    ['releases create draft.yaml --legacy', `POST ${distributor}/releases`, { title: 'First Light', type: 'single' }],
    [`releases clone ${release}`, `POST ${ofRelease}/clone`, undefined],
    [`releases validate ${release}`, `POST ${ofRelease}/validate`, undefined],
    [`releases validate ${release} --outlet store`, `POST ${ofRelease}/validate?outlet=store`, undefined],
    [`releases submit ${release} --yes`, `POST ${ofRelease}/submit`, undefined],
    [`releases withdraw ${release} -y`, `POST ${ofRelease}/withdraw`, undefined],
    [`releases discard-changes ${release} --yes`, `POST ${ofRelease}/discard-changes`, undefined],
    [`releases delete ${release} --yes`, `DELETE ${ofRelease}`, undefined],
    [`releases restore ${release} 2 --yes`, `POST ${ofRelease}/revisions/2/restore`, undefined],
    [`releases trash restore ${release}`, `POST ${music}/trash/${release}/restore`, undefined],
    [`releases trash erase ${release} --yes`, `DELETE ${music}/trash/${release}`, undefined],
    [`releases takedown ${release} --reason Rights --yes`, `POST ${ofRelease}/takedown`, { reason: 'Rights' }],
    [
      `releases takedown ${release} --reason Rights --outlets blue,green --on 2026-12-31 --yes`,
      `POST ${ofRelease}/takedown`,
      { reason: 'Rights', outlets: ['blue', 'green'], on: '2026-12-31' },
    ],
    [`releases takedown ${release} --cancel --yes`, `DELETE ${ofRelease}/takedown`, undefined],
    [`releases retry-delivery ${release} dlv_${ulid}`, `POST ${ofRelease}/deliveries/dlv_${ulid}/retry`, undefined],
    [
      'bulk patch draft.yaml --label Blue --yes',
      `POST ${distributor}/bulk`,
      { action: 'patch', patch: { title: 'First Light', type: 'single' }, filters: { label: 'Blue' } },
    ],
    [
      `bulk submit --ids ${release} --dry-run`,
      `POST ${distributor}/bulk`,
      { action: 'submit', ids: [release], dryRun: true },
    ],
    ['bulk validate --status live', `POST ${distributor}/bulk`, { action: 'validate', filters: { status: 'live' } }],
    [
      'bulk takedown --artist Ada --reason Rights --expected-count 2 --yes --watch',
      `POST ${distributor}/bulk`,
      { action: 'takedown', takedown: { reason: 'Rights' }, filters: { artist: 'Ada' }, expectedCount: 2 },
    ],
    [
      'bulk outlets --all --add store --remove shop --yes',
      `POST ${distributor}/bulk`,
      { action: 'outlets', outlets: { add: ['store'], remove: ['shop'] }, filters: {} },
    ],
    [
      'bulk redeliver --all --outlet store --yes',
      `POST ${distributor}/bulk`,
      { action: 'redeliver', outlet: 'store', filters: {} },
    ],
    [`bulk pause blk_${ulid}`, `POST ${distributor}/bulk/blk_${ulid}/pause`, undefined],
    [`bulk resume blk_${ulid}`, `POST ${distributor}/bulk/blk_${ulid}/resume`, undefined],
    [`bulk cancel blk_${ulid}`, `POST ${distributor}/bulk/blk_${ulid}/cancel`, undefined],
    [`bulk undo blk_${ulid} --yes`, `POST ${distributor}/bulk/blk_${ulid}/undo`, undefined],
    [`uploads delete upl_${ulid} --yes`, `DELETE ${distributor}/uploads/upl_${ulid}`, undefined],
    [`reports undo rpt_${ulid} --yes`, `DELETE ${distributor}/reports/rpt_${ulid}`, undefined],
    ['webhooks create https://label.example', `POST ${distributor}/webhooks`, { url: 'https://label.example' }],
    [
      'webhooks create https://label.example --types import.finished,report.applied --description calendar',
      `POST ${distributor}/webhooks`,
      { url: 'https://label.example', eventTypes: ['import.finished', 'report.applied'], description: 'calendar' },
    ],
    [`webhooks update ${webhook} --url https://b.example`, `PATCH ${ofWebhook}`, { url: 'https://b.example' }],
    [`webhooks update ${webhook} --all-types`, `PATCH ${ofWebhook}`, { eventTypes: null }],
    [`webhooks update ${webhook} --types import.finished`, `PATCH ${ofWebhook}`, { eventTypes: ['import.finished'] }],
    [`webhooks update ${webhook} --description=`, `PATCH ${ofWebhook}`, { description: null }],
    [`webhooks enable ${webhook}`, `PATCH ${ofWebhook}`, { status: 'active' }],
    [`webhooks disable ${webhook}`, `PATCH ${ofWebhook}`, { status: 'disabled' }],
    [`webhooks delete ${webhook} --yes`, `DELETE ${ofWebhook}`, undefined],
    [`webhooks rotate ${webhook} --overlap 1h`, `POST ${ofWebhook}/rotate`, { overlapSeconds: 3600 }],
    [`webhooks test ${webhook}`, `POST ${ofWebhook}/test`, undefined],
    [`webhooks replay ${webhook} ${message}`, `POST ${ofWebhook}/messages/${message}/replay`, undefined],
  ])('spindle %s', async (line, call, body) => {
    expect(await ask(line)).toMatchObject({ code: 0, asked: [{ call, body }] })
  })

  it('erases each draft in the trash, and counts those that are gone meanwhile as not erased', async () => {
    const other = `rel_${ulid.replace('01', '02')}`
    const full = await startAnsweringHub({
      [`GET ${music}/trash`]: {
        body: { data: [{ id: release }, { id: other }], page: { nextCursor: null, hasMore: false } },
      },
      [`DELETE ${music}/trash/${release}`]: { status: 204 },
      [`DELETE ${music}/trash/${other}`]: { status: 404, body: { status: 404, error: 'release_not_found' } },
    })
    const { code, stdout } = await runSpindle(['releases', 'trash', 'empty', '--yes', '--json'], {
      hub: full,
      key: 'spn_1',
    })
    expect({ code, answer: JSON.parse(stdout) }).toEqual({ code: 0, answer: { erased: 1 } })
    expect(full.asked.map(({ call }) => call)).toEqual([
      `GET ${music}/trash?limit=100`,
      `DELETE ${music}/trash/${release}`,
      `DELETE ${music}/trash/${other}`,
    ])
  })

  it('reads the version before an update, unless one is given', async () => {
    const { asked, code } = await ask(`releases update ${release} draft.yaml`)
    expect({ code, calls: asked.map(({ call }) => call) }).toEqual({
      code: 0,
      calls: [`GET ${ofRelease}`, `PATCH ${ofRelease}`],
    })
    const given = await ask(`releases update ${release} draft.yaml --if-match 7`)
    expect(given.asked.map(({ call }) => call)).toEqual([`PATCH ${ofRelease}`])
  })
})

describe('commands that cannot ask before they destroy something', () => {
  it.each([
    [`releases submit ${release}`],
    [`releases withdraw ${release}`],
    [`releases discard-changes ${release}`],
    [`releases delete ${release}`],
    [`releases trash erase ${release}`],
    [`releases restore ${release} 2`],
    ['releases trash empty'],
    [`releases takedown ${release} --reason Rights`],
    [`releases takedown ${release} --cancel`],
    [`uploads delete upl_${ulid}`],
    [`reports undo rpt_${ulid}`],
    [`webhooks delete ${webhook}`],
    ['bulk submit --all'],
    ['bulk takedown --all --reason Rights --expected-count 2'],
    [`bulk undo blk_${ulid}`],
  ])('spindle %s sends nothing without --yes', async (line) => {
    const { code, stderr, asked } = await ask(line)
    expect({ code, asked }).toEqual({ code: 2, asked: [] })
    expect(stderr).toContain('--yes')
  })
})

describe('options that are refused before anything is sent', () => {
  it.each([
    ['releases list --status lives', '✖ --status is "lives"; take one of: draft, submitted,', 'Did you mean live?'],
    ['releases list --limit 101', '✖ --limit is "101"; give a whole number from 1 to 100', ''],
    ['releases list --limit ten', '✖ --limit is "ten"; give a whole number from 1 to 100', ''],
    ['releases list --updated-since yesterday', '✖ --updated-since is "yesterday"; give a day or an instant', ''],
    ['catalog list --released-to 2026-13-01', '✖ --released-to is "2026-13-01"; give a day such as 2026-11-21', ''],
    [`releases compare ${release} 2 --from one`, '✖ --from is "one"', 'Use the number of a revision, such as 1.'],
    [`releases takedown ${release}`, '✖ --reason is missing', 'Add it, for instance: --reason "Rights have ended"'],
    [`releases takedown ${release} --preview --cancel`, '✖ --preview and --cancel cannot be used together', ''],
    [`releases watch ${release} --timeout 10`, '✖ --timeout is "10"; give a time such as 30s, 10m, 24h or 90d', ''],
    [
      'releases create draft.yaml --legacy --submit',
      '✖ --legacy and --submit cannot be used together',
      'A legacy release is submitted automatically.',
    ],
    [`webhooks update ${webhook}`, '✖ Nothing to change', 'Add --url, --types, --all-types or --description.'],
    [
      `webhooks update ${webhook} --all-types --types import.finished`,
      '✖ --types and --all-types cannot be used together',
      '',
    ],
    ['webhooks create https://a.example --types upload', '✖ --types is "upload"; take one of: release.status', ''],
    ['reports import a.csv', '✖ --source is missing', 'Add it, for instance: --source distrokid'],
    ['reports import a.csv --source x --replace --add', '✖ --replace and --add cannot be used together', ''],
    ['reports import a.csv --source x --mapping none.json', '✖ --mapping: none.json cannot be read', ''],
    ['reports import a.csv --source x --mapping draft.yaml', '✖ --mapping: draft.yaml is not JSON', 'docs/reports.md'],
    [
      'reports import a.csv --source x --mapping m --preset dsr',
      '✖ --mapping and --preset cannot be used together',
      '',
    ],
    ['import . --concurrency 17', '✖ --concurrency is "17"; give a whole number from 1 to 16', ''],
    ['import . --bwlimit fast', '✖ --bwlimit is "fast"; give bytes a second such as 500k or 2M', ''],
  ])('spindle %s', async (line, first, second) => {
    const { code, stdout, stderr, asked } = await run(...line.split(' '))
    expect({ code, stdout, asked }).toEqual({ code: 2, stdout: '', asked: [] })
    expect(stderr).toContain(first)
    expect(stderr).toContain(second)
  })
})
