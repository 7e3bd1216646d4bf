import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Spindle } from '@spindle/client'
import { expect, it } from 'vitest'
import { makeDemoFiles } from '../../src/cli/demo/demo-files.ts'
import { fillLabel } from '../../src/cli/demo/label/fill-label.ts'
import { createTestAccount } from '../harness/accounts.ts'
import { atEnd } from '../harness/cleanup.ts'
import { startTestHub } from '../harness/hub.ts'

it('fills the label of the demo with releases in every state, a history, a review and messages, even with manual review', {
  timeout: 300_000,
}, async () => {
  const hub = await startTestHub({ environment: { SPINDLE_SANDBOX_OUTLET: 'on', SPINDLE_REVIEW: 'manual' } })
  const account = await createTestAccount(hub)
  const client = new Spindle({ baseUrl: hub.url, apiKey: await account.key() })
  const directory = await mkdtemp(join(tmpdir(), 'spindle-label-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  const material = await makeDemoFiles(directory)
  const made = await fillLabel({
    hub: hub.hub,
    client,
    accountId: account.accountId,
    material,
    directory,
    serial: 100_000,
    isStopped: () => false,
  })
  expect(made).toBe(11)
  await hub.hub.plays.fold()
  const { data } = await client.catalog.list({ limit: 100 }).page()
  expect(Object.fromEntries(data.map((item) => (item.deleted ? [] : [item.title.slice(0, 16), item.status])))).toEqual({
    'Paper Lanterns': 'live',
    'Copper Rain': 'live',
    'A Very Long Even': 'live',
    'ليلة طويلة': 'live',
    'Weather Report': 'delivery_failed',
    'Second Sun': 'scheduled',
    'Opening Night': 'taken_down',
    Undertow: 'submitted',
    'North by Night': 'changes_requested',
    Closing: 'draft',
    'Glass Year': 'draft',
  })
  const summary = await client.catalog.getSummary()
  expect(Object.fromEntries(summary.attention.data.map(({ title, reason }) => [title, reason]))).toEqual({
    Closing: 'findings',
    'North by Night': 'changes_requested',
    'Weather Report': 'refused',
  })
  expect(summary.drafts.data.map(({ title }) => title)).toEqual(['Glass Year'])
  expect(summary.streams).toMatchObject({ sandbox: true })
  expect(summary.streams?.days.every((streams) => streams > 0)).toBe(true)
  const past = await client.analytics.getAll({
    granularity: 'month',
    from: summary.streams?.from.replace(/^\d+/, (year) => String(Number(year) - 1)),
  })
  expect(past.data.length).toBeGreaterThan(11)
  expect(
    (await hub.hub.releases.reviews.listReviews({ limit: 10, after: undefined })).data.map(({ title }) => title),
  ).toEqual(['Undertow'])
  expect((await hub.hub.contact.list({ limit: 10 })).messages.map(({ name }) => name).sort()).toEqual([
    'Ilse Brandt',
    'Tomás Rey',
  ])
  const covers = new Set<string | null>()
  for await (const { kind, sha256 } of client.uploads.list({ limit: 100 })) if (kind === 'image') covers.add(sha256)
  expect(covers.size).toBe(11)
})
