import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@spindle/command-line'
import { writeFileAtomically } from '../../files/write-file-atomically.ts'
import { emptyState, type FolderState, parseState } from './folder-state.ts'

/**
 * The state of a folder, beside its files or in the place that the person chose. Every change is durable before the
 * next step is taken.
 */

/** The open state of one folder. Only the process that holds the lock of the folder may have one. */
export interface FolderStateFile {
  /** Names the folder for good, also when the rest is lost: the release at the hub is found by it. */
  readonly folderId: string
  current(): FolderState
  /** Changes are written in the order in which they are requested; resolves when this one is durable. */
  change(edit: (state: FolderState) => FolderState): Promise<void>
}

/** What is stored on disk. Both members are undefined in a folder that was never delivered. */
export interface FoundState {
  readonly folderId: string | undefined
  readonly state: FolderState | undefined
  /** A state that cannot be used, and why. */
  readonly isBroken: boolean
}

/** Where the delivery of a folder is remembered. */
export interface StatePlace {
  readonly folder: string
  readonly path: string
  /** Not in the folder, but in the place that the person chose: it still belongs to one folder. */
  readonly isApart: boolean
}

/** In `.spindle` of the folder, or in `stateDir` if `--state-dir` is given. */
export const statePlace = (folder: string, stateDir?: string): StatePlace => ({
  folder,
  path: stateDir ?? join(folder, '.spindle'),
  isApart: stateDir !== undefined,
})

const statePathOf = ({ path }: StatePlace): string => join(path, 'state.json')
const idPathOf = ({ path }: StatePlace): string => join(path, 'folder-id')

/** Reads and writes nothing. */
export async function findState(place: StatePlace): Promise<FoundState> {
  const [text, id] = await Promise.all([readText(statePathOf(place)), readText(idPathOf(place))])
  const state = text === undefined ? undefined : parseState(text)
  if (state === 'newer')
    throw new CommandError(`${statePathOf(place)} was written by a newer version of spindle`, {
      code: 'state_newer',
      fix: 'Use that version or a newer one.',
    })
  const folderId = id?.trim()
  return {
    folderId: folderId === undefined || !/^[0-9a-f-]{36}$/.test(folderId) ? undefined : folderId,
    state,
    isBroken: text !== undefined && state === undefined,
  }
}

/** Opens the state for writing, or begins one. `note` is called with messages for the person. */
export async function openState(place: StatePlace, note: (text: string) => void): Promise<FolderStateFile> {
  const found = await findState(place)
  await mkdir(place.path, { recursive: true, mode: 0o700 })
  if (found.isBroken) {
    const aside = `${statePathOf(place)}.unreadable-${new Date().toISOString().replaceAll(':', '-')}`
    await rename(statePathOf(place), aside)
    note(
      `The saved state of this folder cannot be read. It is kept as ${aside}; the delivery starts from the beginning.`,
    )
  }
  const folderId = found.folderId ?? randomUUID()
  if (found.folderId === undefined) await writeFileAtomically(idPathOf(place), `${folderId}\n`)
  return folderStateFile(place, folderId, found.state ?? emptyState(place.folder))
}

/** Forgets everything, also who the folder is: the next release is another one. */
export async function resetState(place: StatePlace): Promise<FolderStateFile> {
  const folderId = randomUUID()
  const state = emptyState(place.folder)
  await writeFileAtomically(statePathOf(place), textOf(state))
  await writeFileAtomically(idPathOf(place), `${folderId}\n`)
  return folderStateFile(place, folderId, state)
}

function folderStateFile(place: StatePlace, folderId: string, first: FolderState): FolderStateFile {
  let state = first
  let written: Promise<void> = Promise.resolve()
  return {
    folderId,
    current: () => state,
    change(edit) {
      state = edit(state)
      const next = state
      const write = () => writeFileAtomically(statePathOf(place), textOf(next))
      // One that failed does not fail those after it: they hold its change too.
      written = written.then(write, write)
      return written
    },
  }
}

const textOf = (state: FolderState): string => `${JSON.stringify(state, undefined, 2)}\n`

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
