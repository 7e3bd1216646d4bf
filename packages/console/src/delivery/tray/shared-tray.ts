import { listStored, readStored, save } from '../../data/settings/storage.ts'
import { type Entries, isSameEntries, mergeEntries, writeChanges } from './shared-entries.ts'
import { type Tray, trayOf, valuesOfTray } from './tray.ts'
import { thisBrowser, thisWindow } from './windows.ts'

/** The tray of a delivery as all windows of this browser see it. */

/** A delivery, from its first file to its end; values of an earlier one no longer count. */
interface Round {
  readonly startedAt: number
  readonly entries: Entries
}

const noRound: Round = { startedAt: 0, entries: {} }

export interface SharedTrayOptions {
  readonly accountId: string
  /** The release whose changes it is; absent for the delivery in progress. */
  readonly releaseId: string | undefined
  /** Another window wrote a later value. */
  readonly onChanged: (tray: Tray, writers: readonly string[]) => void
  /** Another window ended it. */
  readonly onEnded: () => void
}

export class SharedTray {
  readonly #options: SharedTrayOptions
  readonly #key: string
  #round = noRound

  constructor(options: SharedTrayOptions) {
    this.#options = options
    this.#key = keyOf(options.accountId, options.releaseId)
    addEventListener('storage', this.#hear)
  }

  /** The current state. */
  open(): Tray | undefined {
    this.#round = parseRound(readStored(this.#key))
    return trayOfRound(this.#round)
  }

  /** Windows that wrote into it. */
  listWriters(): readonly string[] {
    return [...new Set(Object.values(this.#round.entries).map(({ by }) => by))]
  }

  keep(tray: Tray): void {
    const entries = writeChanges(this.#round.entries, valuesOfTray(tray), { by: thisWindow, now: Date.now() })
    if (entries === this.#round.entries) return
    this.#round = { ...this.#round, entries }
    this.#write()
  }

  /** It is removed in every window. */
  end(): void {
    this.#round = { startedAt: Math.max(Date.now(), this.#round.startedAt + 1), entries: {} }
    this.#write()
  }

  close(): void {
    removeEventListener('storage', this.#hear)
  }

  /** What another window wrote in this moment is not overwritten; this window receives it with the event. */
  #write(): void {
    save(this.#key, JSON.stringify(mergeRounds(this.#round, parseRound(readStored(this.#key)))))
  }

  #hear = ({ key, newValue }: StorageEvent): void => {
    if (key !== this.#key) return
    const theirs = parseRound(newValue)
    if (theirs.startedAt > this.#round.startedAt) {
      // Ended here first, so that nothing of it is written into the next.
      this.#round = { ...theirs, entries: {} }
      this.#options.onEnded()
    }
    const before = this.#round
    this.#round = mergeRounds(before, theirs)
    if (!isSameRound(this.#round, theirs)) this.#write()
    const tray = trayOfRound(this.#round)
    if (tray && this.#round !== before) this.#options.onChanged(tray, this.listWriters())
  }
}

export const readTray = (accountId: string, releaseId: string | undefined): Tray | undefined =>
  trayOfRound(parseRound(readStored(keyOf(accountId, releaseId))))

/** Every tray of an account that holds something; without `releaseId` that of the delivery in progress. */
export function listTrays(
  accountId: string,
): readonly { readonly releaseId: string | undefined; readonly tray: Tray }[] {
  const beginning = keyOf(accountId)
  return listStored(beginning).flatMap((key) => {
    const releaseId = key.slice(beginning.length) || undefined
    const tray = readTray(accountId, releaseId)
    return tray ? [{ releaseId, tray }] : []
  })
}

/** Names the delivery in progress, in every window of this browser. */
export const nameOfDelivery = (accountId: string): string =>
  `delivery-${thisBrowser}-${parseRound(readStored(keyOf(accountId, undefined))).startedAt}`

const keyOf = (accountId: string, releaseId = ''): string => `spindle:delivery:${accountId}:${releaseId}`

function parseRound(text: string | null | undefined): Round {
  try {
    const { startedAt, entries } = (JSON.parse(text ?? 'null') ?? {}) as Partial<Round>
    return typeof startedAt === 'number' && entries ? { startedAt, entries } : noRound
  } catch {
    return noRound
  }
}

/** `mine` itself if none of its values is older. */
function mergeRounds(mine: Round, theirs: Round): Round {
  if (theirs.startedAt !== mine.startedAt) return theirs.startedAt > mine.startedAt ? theirs : mine
  const entries = mergeEntries(mine.entries, theirs.entries)
  return entries === mine.entries ? mine : { ...mine, entries }
}

const isSameRound = (one: Round, other: Round): boolean =>
  one.startedAt === other.startedAt && isSameEntries(one.entries, other.entries)

const trayOfRound = ({ entries }: Round): Tray | undefined =>
  Object.keys(entries).length === 0 ? undefined : trayOf(entries)
