import type { Release, Spindle, Upload } from '@spindle/client'
import { hubOf } from '../data/hub.ts'
import { onSignedIn } from '../data/session-events.ts'
import { deliverWords } from '../words/deliver-words.ts'
import { type Autosave, autosave } from './autosave.ts'
import { type DeliveryState, emptyState, savedReleaseOf, uploadFinder } from './delivery-state.ts'
import { type Draft, type DraftRequest, requestOf, requestOfRelease } from './document/draft.ts'
import { isSame, withMember } from './document/members.ts'
import {
  withAnswer,
  withFileReplaced,
  withoutFile,
  withRelease,
  withTarget,
  withTrackCopied,
  withTrackMoved,
} from './draft-changes.ts'
import { type FileRow, isSameFile, stateOf, toKept, withUpload } from './file-row.ts'
import type { Chosen } from './files/chosen-file.ts'
import { type Examined, examineFiles } from './files/examine-file.ts'
import { type Saved, saveRelease } from './save-release.ts'
import type { Suggestion } from './suggestions.ts'
import { takeFiles } from './take-files.ts'
import { readTray, writeTray } from './tray.ts'
import { AnalysisWatch } from './uploading/analysis-watch.ts'
import { UploadQueue } from './uploading/upload-queue.ts'

/**
 * One delivery: its files on their way, and the release as it is written meanwhile. It lives outside of the pages and
 * goes on while people look at others; what it must not forget is in the tray of this browser.
 */
export class Delivery {
  readonly queue: UploadQueue
  readonly #accountId: string
  /** The release whose changes it is; absent for a delivery that is being made. */
  readonly #editedId: string | undefined
  readonly #hub: Spindle
  readonly #listeners = new Set<() => void>()
  readonly #saver: Autosave
  readonly #analyses: AnalysisWatch
  readonly #stopListening: () => void
  #state = emptyState
  #saved: Saved | undefined
  #kept = ''
  #isClosed = false

  constructor(accountId: string, editedId: string | undefined) {
    this.#accountId = accountId
    this.#editedId = editedId
    this.#hub = hubOf(accountId)
    this.#saver = autosave({ save: () => this.#save(), onSaving: (saving) => this.#set({ saving }) })
    this.queue = new UploadQueue({
      accountId,
      uploads: this.#hub.uploads,
      onSending: (key, sending, uploadId) =>
        this.#setFile(key, { sending, ...(uploadId !== undefined && { uploadId }) }),
      onArrived: (key, upload) => this.#onArrived(key, upload),
    })
    this.#analyses = new AnalysisWatch({
      accountId,
      list: (uploadIds) => this.#listUploads(uploadIds),
      onEnded: (ended, gone) => this.#onAnalysed(ended, gone),
    })
    this.#stopListening = onSignedIn((isSamePerson) => isSamePerson && this.#goOn())
    void this.#open()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = (): DeliveryState => this.#state

  async addFiles(chosen: Chosen): Promise<void> {
    const rest = this.#takeUp(chosen)
    if (rest.files.length === 0) return
    const examined = await this.#examine(rest)
    const taken = takeFiles(this.#state, examined, rest.folderName)
    this.#set(taken.state)
    this.#send(taken.toSend)
    if (this.#saved) this.#saver.changed()
  }

  /** Another file in the place of one. */
  async replaceFile(key: string, chosen: Chosen): Promise<void> {
    const [examined] = await this.#examine({ ...chosen, files: chosen.files.slice(0, 1) })
    if (!examined) return
    this.queue.remove(key)
    const replaced = withFileReplaced(this.#state, key, examined)
    this.#set(replaced.state)
    this.#send(replaced.toSend)
    this.#saver.changed()
  }

  removeFile(key: string): void {
    this.queue.remove(key)
    const row = this.#state.files.find((one) => one.key === key)
    this.#set(withoutFile(this.#state, key))
    if (row && stateOf(row) !== 'foreign' && !row.isRefused) this.#saver.changed()
  }

  /** `target` is `release` or the key of a track. */
  setMember(target: string, path: readonly (string | number)[], value: unknown): void {
    this.#change(withTarget(this.#state.draft, target, (members) => withMember(members, path, value)))
  }

  moveTrack(key: string, to: number): void {
    const moved = withTrackMoved(this.#state.draft, key, to)
    if (moved) this.#change(moved)
  }

  /** Gives every other track what this one says of people, rights and content. */
  copyToOthers(key: string): void {
    this.#change(withTrackCopied(this.#state.draft, key))
  }

  takeSuggestions(suggestions: readonly Suggestion[]): void {
    let { draft } = this.#state
    for (const { target, member, value } of suggestions)
      draft = withTarget(draft, target, (members) => withMember(members, [member], value))
    this.#set({ suggestions: this.#state.suggestions.filter((one) => !suggestions.includes(one)) })
    this.#change(draft)
  }

  ignoreSuggestion(suggestion: Suggestion): void {
    this.#set({ suggestions: this.#state.suggestions.filter((one) => one !== suggestion) })
  }

  /** After somebody else changed the release: their version. */
  takeTheirs(): void {
    if (this.#state.theirs) this.#load(this.#state.theirs)
    this.#followAll()
  }

  /** Ours over theirs. */
  keepMine(): void {
    const { theirs } = this.#state
    if (!theirs) return
    this.#saved = savedAs(theirs)
    this.#set({ theirs: undefined })
    void this.#saver.flush()
  }

  /** Saves now. */
  flush(): Promise<void> {
    return this.#saver.flush()
  }

  /** Asks the hub what stands against submitting. */
  async check(): Promise<void> {
    const { release } = this.#state
    if (!release) return
    const { findings, validation } = await this.#hub.releases.validate(release.id)
    const now = this.#state.release
    if (now?.id !== release.id) return
    this.#set({ release: { ...now, findings, errors: validation.errors, warnings: validation.warnings } })
  }

  async submit(): Promise<Release> {
    await this.flush()
    const id = this.#saved?.releaseId
    if (id === undefined || this.#state.saving.kind !== 'saved') throw new Error(deliverWords.review.unsaved)
    const release = await this.#hub.releases.submit(id)
    this.#forget()
    return release
  }

  /** Forgets it here; a draft that was saved stays at the hub. */
  close(): void {
    this.#isClosed = true
    this.#analyses.close()
    this.queue.close()
    this.#saver.close()
    this.#stopListening()
    writeTray(this.#accountId, this.#editedId, undefined)
  }

  #set(changed: Partial<DeliveryState>): void {
    this.#state = { ...this.#state, ...changed }
    this.#keep()
    for (const listener of this.#listeners) listener()
  }

  #keep(): void {
    const { draft, files, suggestions, suggestedType } = this.#state
    const tray = {
      version: 1 as const,
      releaseId: this.#saved?.releaseId,
      revision: this.#saved?.revision,
      saved: this.#saved?.request,
      draft,
      files: files.map(toKept),
      suggestions,
      suggestedType,
    }
    const kept = JSON.stringify(tray)
    if (kept === this.#kept || this.#isClosed) return
    this.#kept = kept
    writeTray(this.#accountId, this.#editedId, tray)
  }

  #setFile(key: string, changed: Partial<FileRow>): void {
    this.#set({ files: this.#state.files.map((row) => (row.key === key ? { ...row, ...changed } : row)) })
  }

  #change(draft: Draft): void {
    this.#set({ draft })
    this.#saver.changed()
  }

  #request(): DraftRequest {
    return requestOf(this.#state.draft, uploadFinder(this.#state.files))
  }

  async #save(): Promise<boolean> {
    const outcome = await saveRelease({
      hub: this.#hub,
      accountId: this.#accountId,
      wanted: this.#request(),
      saved: this.#saved,
      findMade: () => (this.#editedId === undefined ? savedOf(readTray(this.#accountId, undefined)) : undefined),
      onTheirs: (theirs) => this.#set({ theirs }),
    })
    if (!outcome) return false
    this.#saved = outcome.saved
    if (outcome.release) this.#set(withAnswer(this.#state, outcome.release))
    return true
  }

  #onArrived(key: string, upload: Upload): void {
    this.#setFile(key, { hasArrived: true, uploadId: upload.id, upload, sending: undefined })
    this.#saver.changed()
    this.#analyses.watch([upload.id])
  }

  async #listUploads(uploadIds: readonly string[]): Promise<readonly Upload[]> {
    const query = { ids: uploadIds.join(), include: 'peaks', limit: uploadIds.length }
    return (await this.#hub.uploads.list(query).page()).data
  }

  /** The hub has decoded and measured files; those that expired or were removed have to be sent again. */
  #onAnalysed(ended: readonly Upload[], gone: readonly string[]): void {
    const files = this.#state.files.map((row) => {
      if (row.uploadId === undefined) return row
      if (gone.includes(row.uploadId)) return { ...row, hasArrived: false, uploadId: undefined }
      const upload = ended.find(({ id }) => id === row.uploadId)
      return upload ? withUpload(row, upload) : row
    })
    this.#set({ files })
    this.#send(files.filter(({ bytes, hasArrived, sending }) => bytes && !hasArrived && !sending))
    this.check().catch(() => {})
  }

  #followAll(): void {
    const waiting = this.#state.files.filter(({ hasArrived, upload }) => hasArrived && upload?.status !== 'ready')
    this.#analyses.watch(waiting.flatMap(({ uploadId }) => uploadId ?? []))
  }

  #send(rows: readonly FileRow[]): void {
    for (const { key, bytes, name, kind } of rows)
      if (bytes && kind !== 'foreign') this.queue.add({ key, bytes, name: name.split('/').at(-1) ?? name, kind })
  }

  async #examine({ files }: Chosen): Promise<readonly Examined[]> {
    this.#set({ isReading: true })
    try {
      return await examineFiles(files)
    } finally {
      this.#set({ isReading: false })
    }
  }

  /** Files that were begun before the page was loaded again go on where they stopped. */
  #takeUp({ folderName, files }: Chosen): Chosen {
    const known = files.flatMap((file) => {
      const row = this.#state.files.find((one) => !one.bytes && !one.isRefused && isSameFile(one, file.bytes))
      return row ? [{ row, file }] : []
    })
    const unfinished = known
      .filter(({ row }) => !row.hasArrived)
      .map(({ row, file }) => ({ ...row, bytes: file.bytes }))
    for (const { key, bytes } of unfinished) this.#setFile(key, { bytes })
    this.#send(unfinished)
    const isTaken = new Set(known.map(({ file }) => file))
    return { folderName, files: files.filter((file) => !isTaken.has(file)) }
  }

  async #open(): Promise<void> {
    const tray = readTray(this.#accountId, this.#editedId)
    if (tray) {
      const { draft, files, suggestions, suggestedType } = tray
      this.#saved = savedOf(tray)
      this.#set({ ...emptyState, draft, files, suggestions, suggestedType })
    }
    const releaseId = this.#editedId ?? this.#saved?.releaseId
    if (releaseId !== undefined) await this.#openRelease(releaseId)
    this.#followAll()
  }

  async #openRelease(releaseId: string): Promise<void> {
    try {
      const release = await this.#hub.releases.get(releaseId)
      if (this.#editedId === undefined && !isBeingMade(release)) this.#forget()
      else if (this.#saved === undefined || isSame(this.#request(), this.#saved.request)) this.#load(release)
      else {
        this.#set({ release: savedReleaseOf(release) })
        this.#saver.changed()
      }
    } catch (error) {
      if (this.#editedId !== undefined) this.#set({ openingError: error })
      else if (isGone(error)) {
        this.#saved = undefined
        this.#saver.changed()
      }
    }
  }

  /** Shows what the hub has. */
  #load(release: Release): void {
    this.#saved = savedAs(release)
    this.#set(withRelease(this.#state, release))
  }

  #forget(): void {
    this.#saved = undefined
    this.#set({ ...emptyState })
    writeTray(this.#accountId, this.#editedId, undefined)
  }

  /** The session is there again. */
  #goOn(): void {
    this.queue.goOn()
    this.#followAll()
    if (this.#state.saving.kind === 'signedOut') void this.#saver.flush()
  }
}

const savedAs = (release: Release): Saved => ({
  releaseId: release.id,
  revision: release.revision,
  request: requestOfRelease(release),
})

const savedOf = (tray: ReturnType<typeof readTray>): Saved | undefined =>
  tray?.releaseId !== undefined && tray.revision !== undefined && tray.saved !== undefined
    ? { releaseId: tray.releaseId, revision: tray.revision, request: tray.saved }
    : undefined

/** What was submitted meanwhile, here or elsewhere, is no delivery that is being made. */
const isBeingMade = ({ status }: Release): boolean => status === 'draft' || status === 'changes_requested'

const isGone = (error: unknown): boolean => (error as { readonly status?: number }).status === 404
