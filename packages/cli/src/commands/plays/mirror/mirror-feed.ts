import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ImageSize, SpindleError } from '@spindle/client'
import { CommandError, UsageError } from '@spindle/command-line'
import { imageSizes } from '@spindle/contract/vocabulary'
import type { CommandContext } from '../../../command-line/command-context.ts'
import type { CommandHandler } from '../../../command-line/define-command.ts'
import { lockFolder } from '../../../deliver/state/lock-folder.ts'
import { InterruptedError } from '../../../errors/command-error.ts'
import { explainError } from '../../../errors/explain-error.ts'
import { formatCount } from '../../../output/format-units.ts'
import type { mirror } from '../play-commands.ts'
import { followTakedowns } from './follow-takedowns.ts'
import { findMirrorPlace, isReleaseId, type MirrorPlace, prepareMirror } from './mirror-place.ts'
import type { MirrorSession } from './mirror-session.ts'
import { type MirrorState, openState, saveState } from './mirror-state.ts'
import { mirrorView } from './mirror-view.ts'
import { readChanges } from './read-changes.ts'
import { type RefreshQueue, refreshQueue } from './refresh-queue.ts'
import { writeIndex } from './write-index.ts'

/** Copies the feed of a property into a folder, and keeps it as the hub offers it. */

export const mirrorFeed: CommandHandler<typeof mirror> = async (context, { folder, ...options }) => {
  const { out, signal } = context
  const covers = parseCovers(options.covers)
  const { integration } = await context.client()
  // A token that is not valid is one clear error, before anything is written.
  const { property } = await integration.verify({ signal })
  const { baseUrl } = await context.connection()
  const place = await findMirrorPlace(resolve(context.cwd, folder))
  const unlock = await lockFolder({ path: place.own, isApart: true }, 'mirroring into this folder')
  try {
    await prepareMirror(place)
    const request = { hub: new URL(baseUrl).href.replace(/\/+$/, ''), property, covers, audio: options.audio }
    const state = await openState(place, request)
    // Its options hold also if this run is killed before the first page.
    await saveState(place, state)
    const session: MirrorSession = {
      covers: state.covers,
      audio: state.audio,
      integration,
      place,
      signal,
      patienceMs: options.watch ? Number.POSITIVE_INFINITY : 600_000,
      concurrency: options.concurrency ?? 4,
      onAway: sayOnce((error) => out.say(`! ${explainError(error).message}. Trying again.`)),
    }
    await keepMirror({ context, session, watch: options.watch, intervalMs: (options.interval ?? 60) * 1_000 }, state)
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('Run the same command again; it continues where it stopped.')
    throw error
  } finally {
    await unlock()
  }
  return undefined
}

/** All releases that are copied at once meet the same outage. */
function sayOnce(say: (error: SpindleError) => void): (error: SpindleError) => void {
  let saidAtMs = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - saidAtMs < 30_000) return
    saidAtMs = performance.now()
    say(error)
  }
}

function parseCovers(given: readonly string[] | undefined): readonly ImageSize[] | undefined {
  if (given?.includes('none') && given.length > 1) throw new UsageError('--covers has none beside other sizes')
  return given && imageSizes.filter((size) => given.includes(String(size)))
}

interface Run {
  readonly context: CommandContext
  readonly session: MirrorSession
  readonly watch: boolean
  readonly intervalMs: number
}

/** How often the hub is asked for files that it still makes, and how long without any progress. */
const waitingMs = 5_000
const longestWaitMs = 600_000

async function keepMirror({ context, session, watch, intervalMs }: Run, from: MirrorState): Promise<void> {
  const { place, signal } = session
  const view = mirrorView(context.out)
  const queue = refreshQueue(session, view.show)
  const feed = followTakedowns(session, queue)
  const patience = waitingPatience()
  let state = from
  // What a killed run changed is in no list.
  let isIndexWhole = from.isIndexed
  try {
    for (;;) {
      state = await readChanges(session, queue, state)
      state = await retryWaiting(place, queue, state)
      state = await updateIndex({ place, queue, isWhole: isIndexWhole }, state)
      isIndexWhole = true
      const waiting = (await listWaiting(place)).length
      view.caughtUp({ waiting, isWatching: watch })
      if (!watch && waiting === 0) return
      if (!watch) patience.require(waiting)
      await feed.untilNews(waiting > 0 ? Math.min(waitingMs, intervalMs) : intervalMs)
      // Everything is copied, so Ctrl-C is a normal end.
      if (signal.aborted && watch) return
      signal.throwIfAborted()
    }
  } finally {
    await feed.close()
  }
}

const listWaiting = async ({ waiting }: MirrorPlace): Promise<readonly string[]> =>
  (await readdir(waiting)).filter(isReleaseId)

async function retryWaiting(place: MirrorPlace, queue: RefreshQueue, state: MirrorState): Promise<MirrorState> {
  const waiting = await listWaiting(place)
  if (waiting.length === 0) return state
  const changing = { ...state, isIndexed: false }
  // A run that is killed before the index is written makes all of it.
  if (state.isIndexed) await saveState(place, changing)
  await queue.refreshAll(waiting)
  return changing
}

interface Indexing {
  readonly place: MirrorPlace
  readonly queue: RefreshQueue
  /** Whether the index has all that changed before this run. */
  readonly isWhole: boolean
}

async function updateIndex({ place, queue, isWhole }: Indexing, state: MirrorState): Promise<MirrorState> {
  if (!isWhole) {
    queue.changed.clear()
    await writeIndex(place, 'all')
  }
  // A takedown may be applied while the index is written.
  while (queue.changed.size > 0) {
    const ids = new Set(queue.changed)
    queue.changed.clear()
    await writeIndex(place, ids)
  }
  if (state.isIndexed) return state
  const indexed = { ...state, isIndexed: true }
  await saveState(place, indexed)
  return indexed
}

/** Ends a run for which the hub makes no more files. */
function waitingPatience() {
  let fewest = Number.POSITIVE_INFINITY
  let since = performance.now()
  return {
    require(waiting: number): void {
      if (waiting < fewest) {
        fewest = waiting
        since = performance.now()
      }
      if (performance.now() - since < longestWaitMs) return
      throw new CommandError(`The hub does not have all files of ${formatCount(waiting, 'release')} yet`, {
        code: 'files_waiting',
        fix: 'Everything else is copied. Run the same command again later.',
      })
    },
  }
}
