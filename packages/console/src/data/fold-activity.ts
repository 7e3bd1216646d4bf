import type { ActivityEntry } from './api/team-api.ts'

/**
 * Rows that belong to one act, a takedown or a delivery of one release, as one row. Pure.
 *
 * An act begins with the event that starts it (`beginnings`), and takes the events of the same action (`actions`) of the
 * same release until the next one begins. The answer of an outlet belongs to the act that it answers, even if another one
 * has begun since. Rows whose beginning is older than what was loaded, or filtered out, are one act too.
 */

type ActName = 'delivery' | 'takedown'

type OutletResult = 'done' | 'failed' | 'refused' | 'waiting'

/** An act after one of its rows. */
export interface ActProgress {
  readonly name: ActName
  /** How many outlets are at each result. */
  readonly outlets: Readonly<Record<OutletResult, number>>
  /** No outlet will follow that is not counted yet. */
  readonly isComplete: boolean
  readonly actor: string | null
  /** Why an outlet failed or refused; without those, why the act was requested. */
  readonly reason: string | null
}

/** The rows of an act on one day, the newest first. */
export interface FoldedAct {
  readonly key: string
  readonly progress: ActProgress
  readonly entries: readonly ActivityEntry[]
}

type ActivityRow = ActivityEntry | FoldedAct

type EntryType = ActivityEntry['type']

const actions: Partial<Readonly<Record<EntryType, ActName>>> = {
  'release.delivery_started': 'delivery',
  'release.delivery_retried': 'delivery',
  'release.delivery_failed': 'delivery',
  'release.scheduled': 'delivery',
  'release.live': 'delivery',
  'delivery.sent': 'delivery',
  'delivery.acknowledged': 'delivery',
  'delivery.live': 'delivery',
  'delivery.refused': 'delivery',
  'delivery.failed': 'delivery',
  'delivery.retried': 'delivery',
  'release.takedown_requested': 'takedown',
  'release.taken_down': 'takedown',
  'delivery.takedown_sent': 'takedown',
  'delivery.takedown_failed': 'takedown',
  'delivery.taken_down': 'takedown',
}

const beginnings: Partial<Readonly<Record<EntryType, ActName>>> = {
  'release.submitted': 'delivery',
  'release.delivery_started': 'delivery',
  'release.takedown_requested': 'takedown',
}

const results: Partial<Readonly<Record<EntryType, OutletResult>>> = {
  'delivery.sent': 'waiting',
  'delivery.acknowledged': 'waiting',
  'delivery.retried': 'waiting',
  'delivery.live': 'done',
  'delivery.refused': 'refused',
  'delivery.failed': 'failed',
  'delivery.takedown_sent': 'waiting',
  'delivery.takedown_failed': 'failed',
  'delivery.taken_down': 'done',
}

interface OutletAnswer {
  readonly result: OutletResult
  readonly reason: string | null
}

interface Act {
  readonly key: string
  readonly name: ActName
  readonly beginning: ActivityEntry | undefined
  readonly outlets: Map<string, OutletAnswer>
  isOver: boolean
  newestAt: string
}

interface Step {
  readonly act: Act
  readonly progress: ActProgress
}

/** The rows of each day in their order; an act takes the place of its newest row of that day. */
export function foldActivity(days: readonly (readonly ActivityEntry[])[]): readonly (readonly ActivityRow[])[] {
  const steps = findSteps(days.flat())
  return days.map((entries) => foldDay(entries, steps))
}

function foldDay(entries: readonly ActivityEntry[], steps: ReadonlyMap<string, Step>): ActivityRow[] {
  const ofActs = Map.groupBy(entries, ({ id }) => steps.get(id)?.act)
  return entries.flatMap((entry): ActivityRow[] => {
    const step = steps.get(entry.id)
    const together = step && ofActs.get(step.act)
    if (!together || together.length === 1) return [entry]
    return together[0] === entry ? [{ key: step.act.key, progress: step.progress, entries: together }] : []
  })
}

/** By the id of each row that belongs to an act. */
function findSteps(entries: readonly ActivityEntry[]): ReadonlyMap<string, Step> {
  const steps = new Map<string, Step>()
  const releases = Map.groupBy(entries, ({ release }) => release?.id)
  for (const [releaseId, ofRelease] of releases)
    if (releaseId !== undefined) walk(releaseId, ofRelease.toReversed(), steps)
  return steps
}

/** From the oldest to the newest. */
function walk(releaseId: string, entries: readonly ActivityEntry[], steps: Map<string, Step>): void {
  const newest = new Map<ActName, Act>()
  const answering = new Map<string, Act>()
  const newestOf = (name: ActName): Act => {
    const act = newest.get(name) ?? createAct(`${name} ${releaseId}`, name)
    newest.set(name, act)
    return act
  }
  for (const entry of entries) {
    const { id, type, data } = entry
    const begun = beginnings[type]
    if (begun !== undefined && !isConsequence(entry, newest.get(begun))) newest.set(begun, createAct(id, begun, entry))
    const name = actions[type]
    if (name === undefined) continue
    const place = `${name} ${data.outlet}`
    const asked = answering.get(place)
    const act = asked && isAnswer(entry, asked) ? asked : newestOf(name)
    if (data.outlet) answering.set(place, act)
    addTo(act, entry)
    steps.set(id, { act, progress: readProgress(act) })
  }
}

/** The hub requests a takedown again at the moment when an outlet takes its confirmation back. */
const isConsequence = ({ type, actor, at }: ActivityEntry, act: Act | undefined): boolean =>
  type === 'release.takedown_requested' && actor.type === 'hub' && act?.newestAt === at

/** Of this outlet, in the act in which it was asked last. A takedown is sent again until the outlet confirms it. */
function isAnswer({ type, data: { outlet } }: ActivityEntry, { outlets }: Act): boolean {
  if (type === 'delivery.sent' || type === 'delivery.retried') return false
  return type !== 'delivery.takedown_sent' || outlets.get(outlet ?? '')?.result !== 'done'
}

/** A submission begins a delivery, but has a row of its own. */
const createAct = (key: string, name: ActName, entry?: ActivityEntry): Act => ({
  key,
  name,
  beginning: entry && actions[entry.type] === name ? entry : undefined,
  outlets: new Map(),
  isOver: false,
  newestAt: '',
})

function addTo(act: Act, { type, data: { outlet }, reason, at }: ActivityEntry): void {
  const result = results[type]
  if (outlet && result !== undefined) act.outlets.set(outlet, { result, reason })
  act.isOver = type === 'release.taken_down' || (act.isOver && result !== 'failed')
  act.newestAt = at
}

function readProgress({ name, beginning, outlets, isOver }: Act): ActProgress {
  const all = [...outlets.values()]
  const countOf = (wanted: OutletResult): number => all.filter(({ result }) => result === wanted).length
  const isTrouble = ({ result }: OutletAnswer): boolean => result === 'failed' || result === 'refused'
  return {
    name,
    outlets: {
      done: countOf('done'),
      failed: countOf('failed'),
      refused: countOf('refused'),
      waiting: countOf('waiting'),
    },
    isComplete: isOver && beginning !== undefined,
    actor: beginning?.actor.name ?? null,
    reason: all.find(isTrouble)?.reason ?? beginning?.reason ?? null,
  }
}
