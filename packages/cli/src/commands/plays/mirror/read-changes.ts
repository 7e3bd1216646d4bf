import { join } from 'node:path'
import { type FeedPage, SpindleError } from '@spindle/client'
import { isReleaseId, isThere, listMirrored } from './mirror-place.ts'
import { type MirrorSession, unexpectedAnswer, untilAnswered } from './mirror-session.ts'
import { type MirrorState, saveState } from './mirror-state.ts'
import type { RefreshQueue } from './refresh-queue.ts'

/**
 * Reads the feed from the cursor of the mirror to its end. The cursor is saved after the releases of its page, so a
 * killed run reads that page again. Takedowns come first: what else is new may take hours to download.
 */

/** Pages are small: a killed run repeats one, and keeps the files that it has. */
const pageLimit = 500

export async function readChanges(
  session: MirrorSession,
  queue: RefreshQueue,
  from: MirrorState,
): Promise<MirrorState> {
  let state = from
  const seen = new Set<string>()
  let page = await getPage(session, state.cursor)
  if (page.page.hasMore) await applyTakedowns(session, queue, page)
  for (;;) {
    if (page.reset) state = { ...state, checksAll: true }
    const { named, ended, offered } = await listReleases(session, page)
    await queue.refreshAll(ended)
    await queue.refreshAll(offered)
    // Also of those that are as the hub offers them: a killed run may have copied them, and not written the index.
    for (const id of named) queue.changed.add(id)
    if (state.checksAll) for (const id of named) seen.add(id)
    const cursor = page.page.nextCursor
    const isIndexed = state.isIndexed && page.data.length === 0
    if (cursor !== state.cursor || isIndexed !== state.isIndexed) {
      state = { ...state, cursor, isIndexed }
      await saveState(session.place, state)
    }
    if (!page.page.hasMore) break
    page = await getPage(session, cursor)
  }
  return state.checksAll ? checkOthers(session, queue, { state, seen }) : state
}

/** Releases that the feed does not show, perhaps because it lost its history. The hub decides about each. */
async function checkOthers(
  { place }: MirrorSession,
  queue: RefreshQueue,
  { state, seen }: { readonly state: MirrorState; readonly seen: ReadonlySet<string> },
): Promise<MirrorState> {
  await queue.refreshAll((await listMirrored(place)).filter((id) => !seen.has(id)))
  const checked = { ...state, checksAll: false, isIndexed: false }
  await saveState(place, checked)
  return checked
}

/** Those of all pages, before anything is downloaded. */
async function applyTakedowns(session: MirrorSession, queue: RefreshQueue, first: FeedPage): Promise<void> {
  if ((await listMirrored(session.place)).length === 0) return
  for (let page = first; ; page = await getPage(session, page.page.nextCursor)) {
    await queue.refreshAll((await listReleases(session, page)).ended)
    if (!page.page.hasMore) return
  }
}

/** A cursor that the hub does not know, for example after a new secret: the feed begins anew. */
async function getPage(session: MirrorSession, cursor: string | null): Promise<FeedPage> {
  const { integration, signal } = session
  const query = { limit: pageLimit, ...(cursor === null ? {} : { cursor }) }
  try {
    const page = await untilAnswered(session, async () => integration.feed(query, { signal }).page())
    if (!Array.isArray(page.data) || typeof page.page?.nextCursor !== 'string')
      throw unexpectedAnswer('something else than a page of the feed')
    if (page.page.hasMore && page.page.nextCursor === cursor) throw unexpectedAnswer('a page that leads to itself')
    return page
  } catch (error) {
    if (cursor === null || !(error instanceof SpindleError) || error.code !== 'cursor_invalid') throw error
    return { ...(await getPage(session, null)), reset: true }
  }
}

interface ChangedReleases {
  /** All that the page names. */
  readonly named: ReadonlySet<string>
  /** A track of theirs ended, and they are in the mirror. */
  readonly ended: readonly string[]
  readonly offered: readonly string[]
}

async function listReleases({ place }: MirrorSession, { data }: FeedPage): Promise<ChangedReleases> {
  const ended = new Set<string>()
  const offered = new Set<string>()
  for (const entry of data) {
    const id = entry.deleted ? entry.releaseId : entry.release.id
    if (!isReleaseId(id)) throw unexpectedAnswer('an invalid id of a release')
    ;(entry.deleted ? ended : offered).add(id)
  }
  const mirrored: string[] = []
  for (const id of ended) if (await isThere(join(place.releases, id))) mirrored.push(id)
  const alreadyThere = new Set(mirrored)
  return {
    named: new Set([...ended, ...offered]),
    ended: mirrored,
    offered: [...offered].filter((id) => !alreadyThere.has(id)),
  }
}
