import type { TestHub } from './hub.ts'
import { createParty, credit, mergeParties, partiesPath } from './parties.ts'
import type { Random } from './random.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from './releases.ts'

/** Random histories of parties and of the releases that name them, with a plain model of who is credited where. */

const writer = { name: 'Grace Hopper', role: 'composer' }

interface Credits {
  readonly release: readonly string[]
  readonly track: readonly string[]
}

export interface PartyHistory {
  readonly fixture: ReleaseFixture
  /** One step; what the hub refuses because of the status of a release leaves the model as it is. */
  step(): Promise<void>
  /** Every id that was ever a party, with the party that it leads to now. */
  readonly leads: ReadonlyMap<string, string>
  /** The present names of the parties that were not merged. */
  readonly names: ReadonlyMap<string, string>
  /** The releases that credit the party now, newest first. */
  releasesOf(partyId: string): readonly string[]
  readonly releaseIds: readonly string[]
}

interface World {
  readonly hub: TestHub
  readonly fixture: ReleaseFixture
  readonly random: Random
  readonly leads: Map<string, string>
  readonly names: Map<string, string>
  readonly present: Map<string, Credits>
  readonly submitted: Map<string, Credits>
}

const bodyOf = ({ release }: Credits) => {
  const [first, ...others] = release.map((id) => ({ id }))
  return {
    contributors: [
      ...(first ? [credit(first, 'main_artist')] : []),
      ...others.map((party) => credit(party, 'producer')),
      writer,
    ],
  }
}

/** By any id that was ever given. */
const drawCredits = ({ random, leads }: World): Credits => {
  const ids = [...leads.keys()]
  const release = Array.from({ length: random.integer(1, 2) }, () => random.pick(ids))
  return { release, track: random.chance(0.5) ? [random.pick(ids)] : [] }
}

async function create(world: World): Promise<void> {
  const credits = drawCredits(world)
  const body = await world.fixture.body(bodyOf(credits))
  const contributors = [...credits.track.map((id) => credit({ id }, 'main_artist')), writer]
  const tracks = credits.track.length === 0 ? body.tracks : body.tracks.map((track) => ({ ...track, contributors }))
  const { status, body: made } = await world.fixture.post(releasesPath, { ...body, tracks })
  if (status !== 201) throw new Error(`the release was not created: ${JSON.stringify(made)}`)
  world.present.set(made.id, credits)
}

async function edit(world: World): Promise<void> {
  const { fixture, random, present } = world
  if (present.size === 0) return
  const id = random.pick([...present.keys()])
  const { release } = drawCredits(world)
  const credits = { release, track: present.get(id)?.track ?? [] }
  if ((await fixture.patch(id, bodyOf(credits))).status === 200) present.set(id, credits)
}

async function submit({ fixture, random, present, submitted }: World): Promise<void> {
  if (present.size === 0) return
  const id = random.pick([...present.keys()])
  const credits = present.get(id)
  if ((await fixture.act(id, 'submit')).status === 200 && credits) submitted.set(id, credits)
}

async function discard({ fixture, random, present, submitted }: World): Promise<void> {
  if (submitted.size === 0) return
  const id = random.pick([...submitted.keys()])
  const credits = submitted.get(id)
  if ((await fixture.act(id, 'discard-changes')).status === 200 && credits) present.set(id, credits)
}

async function enter({ fixture, random, leads, names }: World): Promise<void> {
  const name = `Artist ${random.word(8)}`
  const { id } = await createParty(fixture, { name })
  leads.set(id, id)
  names.set(id, name)
}

async function rename({ hub, fixture, random, names }: World): Promise<void> {
  const id = random.pick([...names.keys()])
  const name = `Artist ${random.word(8)}`
  const { status } = await hub.json('PATCH', `${partiesPath}/${id}`, { key: fixture.key, body: { name } })
  if (status !== 200) throw new Error(`the party was not renamed: ${status}`)
  names.set(id, name)
}

async function merge({ fixture, random, leads, names }: World): Promise<void> {
  const ids = [...names.keys()]
  if (ids.length < 3) return
  const duplicate = random.pick(ids)
  const party = random.pick(ids.filter((id) => id !== duplicate))
  await mergeParties(fixture, { id: party }, { id: duplicate })
  names.delete(duplicate)
  for (const [id, into] of leads) if (into === duplicate) leads.set(id, party)
}

export async function openPartyHistory(hub: TestHub, random: Random): Promise<PartyHistory> {
  const fixture = await createReleaseFixture(hub, `History ${random.word(8)}`)
  const world: World = {
    hub,
    fixture,
    random,
    leads: new Map(),
    names: new Map(),
    present: new Map(),
    submitted: new Map(),
  }
  for (let count = 0; count < 4; count++) await enter(world)
  const together = async (): Promise<void> => void (await Promise.all([merge(world), create(world), edit(world)]))
  const steps = [enter, create, create, edit, submit, submit, discard, rename, merge, together]
  return {
    fixture,
    leads: world.leads,
    names: world.names,
    step: () => random.pick(steps)(world),
    get releaseIds() {
      return [...world.present.keys()]
    },
    releasesOf: (partyId) =>
      [...world.present]
        .filter(([, { release, track }]) => [...release, ...track].some((id) => world.leads.get(id) === partyId))
        .map(([id]) => id)
        .toSorted()
        .toReversed(),
  }
}
