import type { Release, Spindle, Upload } from '@spindle/client'
import { hubOf } from '../data/api/hub.ts'
import { onNews } from '../data/live/live-news.ts'
import { onSignedIn } from '../data/session-events.ts'
import { deliverWords } from '../words/releases/deliver-words.ts'
import { type Autosave, autosave } from './autosave.ts'
import { type DeliveryState, emptyState } from './delivery-state.ts'
import type { Draft } from './document/draft.ts'
import { withMember } from './document/members.ts'
import { withTarget } from './document/with-target.ts'
import { withFileReplaced, withoutFile, withTrackCopied, withTrackMoved, withTray } from './draft-changes.ts'
import { type FileRow, isWanted, toKept, withFoundUploads, withUpload } from './file-row.ts'
import type { Chosen } from './files/chosen-file.ts'
import { type Examined, examineFiles } from './files/examine-file.ts'
import { HubDraft } from './hub-draft.ts'
import { forgetSuggestions, keepSuggestions, readSuggestions } from './kept-suggestions.ts'
import { type Suggestion, withSuggestions } from './suggestions.ts'
import { findKnown } from './take-files.ts'
import { SharedTray } from './tray/shared-tray.ts'
import type { Tray } from './tray/tray.ts'
import { thisWindow, whenWindowEnds } from './tray/windows.ts'
import { AnalysisWatch } from './uploading/analysis-watch.ts'
import { findStarted, listUploads } from './uploading/list-uploads.ts'
import { type Sending, UploadQueue } from './uploading/upload-queue.ts'
import { takeChosen } from './waiting-tracks.ts'

/**
 * One delivery: its files on their way, and the release as it is edited in the meantime. It lives outside of the pages
 * and continues while other pages are shown; what it must not lose is in the tray, which all windows of this browser
 * share.
 */
export class Delivery {
  readonly queue: UploadQueue
  readonly accountId: string
  /** The release whose changes it is; absent for a delivery in progress. */
  readonly editedId: string | undefined
  readonly #hub: Spindle
  readonly #listeners = new Set<() => void>()
  readonly #release: HubDraft
  readonly #tray: SharedTray
  readonly #saver: Autosave
  readonly #analyses: AnalysisWatch
  readonly #closing = new AbortController()
  readonly #watched = new Set<string>([thisWindow])
  #state = emptyState

  constructor(accountId: string, editedId: string | undefined) {
    this.accountId = accountId
    this.editedId = editedId
    this.#hub = hubOf(accountId)
    this.#release = new HubDraft({
      accountId,
      isNew: editedId === undefined,
      hub: this.#hub,
      getState: this.getState,
      set: (changed) => this.#set(changed),
      onTaken: () => {
        this.#followAll()
        // There is nothing to choose any more.
        if (this.#state.saving.kind === 'conflict') this.#saver.changed()
        else this.#showSaved()
      },
      onSubmitted: () => this.#onEnded(),
    })
    this.#tray = new SharedTray({
      accountId,
      releaseId: editedId,
      onChanged: (tray, writers) => this.#takeTray(tray, writers),
      onEnded: () => this.#onEnded(),
    })
    this.#saver = autosave({ save: () => this.#release.save(), onSaving: (saving) => this.#set({ saving }) })
    this.queue = new UploadQueue({
      accountId,
      uploads: this.#hub.uploads,
      onSending: (key, sending, uploadId) => this.#onSending(key, sending, uploadId),
      onArrived: (key, upload) => this.#onArrived(key, upload),
    })
    this.#analyses = new AnalysisWatch({
      accountId,
      list: (uploadIds) => listUploads(this.#hub, uploadIds),
      onEnded: (ended, gone) => this.#onAnalysed(ended, gone),
    })
    this.#stopWith(onSignedIn((isSamePerson) => isSamePerson && this.#goOn()))
    this.#stopWith(
      onNews(accountId, ({ event, data }) => {
        const isOurs = event === 'release' && data.id === this.#release.saved?.releaseId
        if (isOurs || event === 'reset') void this.#release.look()
      }),
    )
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
    // While they were checked, another window may have taken the same ones.
    const isNew = new Set(this.#takeUp({ ...rest, files: examined.map(({ file }) => file) }).files)
    const taken = takeChosen(
      this.#state,
      examined.filter(({ file }) => isNew.has(file)),
      rest.folderName,
    )
    this.#set({ ...taken.state, isEndedElsewhere: false })
    this.#send(taken.toSend)
    if (this.#release.saved) this.#saver.changed()
  }

  /** Another file in the place of one. */
  async replaceFile(key: string, chosen: Chosen): Promise<void> {
    const [examined] = await this.#examine({ ...chosen, files: chosen.files.slice(0, 1) })
    if (!examined) return
    const row = this.#state.files.find((one) => one.key === key)
    const replaced = withFileReplaced(this.#state, key, examined)
    if (!row || !replaced.state.files.includes(row)) this.queue.remove(key)
    this.#set(replaced.state)
    this.#send(replaced.toSend)
    this.#saver.changed()
  }

  removeFile(key: string): void {
    this.queue.remove(key)
    const row = this.#state.files.find((one) => one.key === key)
    this.#set(withoutFile(this.#state, key))
    if (!row || isWanted(row)) this.#saver.changed()
  }

  /** `target` is `release` or the key of a track. */
  setMember(target: string, path: readonly (string | number)[], value: unknown): void {
    this.#change(withTarget(this.#state.draft, target, (members) => withMember(members, path, value)))
  }

  moveTrack(key: string, to: number): void {
    const moved = withTrackMoved(this.#state.draft, key, to)
    if (moved) this.#change(moved)
  }

  /** Copies people, rights and content of this track to every other track. */
  copyToOthers(key: string): void {
    this.#change(withTrackCopied(this.#state.draft, key))
  }

  takeSuggestions(suggestions: readonly Suggestion[]): void {
    this.#set({ suggestions: this.#state.suggestions.filter((one) => !suggestions.includes(one)) })
    this.#change(withSuggestions(this.#state.draft, suggestions))
  }

  ignoreSuggestion(suggestion: Suggestion): void {
    this.#set({ suggestions: this.#state.suggestions.filter((one) => one !== suggestion) })
  }

  /** After the release was changed elsewhere: that version. */
  takeTheirs(): void {
    if (this.#state.theirs) this.#release.load(this.#state.theirs)
    this.#followAll()
  }

  /** Ours over theirs. */
  keepMine(): void {
    const { theirs } = this.#state
    if (!theirs) return
    this.#release.keepMine(theirs)
    void this.#saver.flush()
  }

  /** Saves now. */
  flush(): Promise<void> {
    return this.#saver.flush()
  }

  /** Asks the hub what prevents submitting. */
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
    const id = this.#release.saved?.releaseId
    if (id === undefined || this.#state.saving.kind !== 'saved') throw new Error(deliverWords.review.unsaved)
    const release = await this.#release.submit(id)
    forgetSuggestions(id)
    this.#forget()
    return release
  }

  /** Forgets it here; a draft that was saved stays at the hub. */
  close(): void {
    this.#closing.abort()
    this.#analyses.close()
    this.queue.close()
    this.#saver.close()
    this.#release.forget()
    this.#tray.end()
    this.#tray.close()
  }

  #set(changed: Partial<DeliveryState>): void {
    this.#state = { ...this.#state, ...changed }
    this.#keep()
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #keep(): void {
    if (this.#closing.signal.aborted) return
    const { draft, files, suggestions, suggestedType } = this.#state
    const { saved } = this.#release
    this.#tray.keep({ saved, draft, files: files.map(toKept), suggestions, suggestedType })
    // An empty list before they are read must not replace what is kept.
    if (saved && suggestions !== emptyState.suggestions) keepSuggestions(saved.releaseId, this.#state)
  }

  #stopWith(stop: () => void): void {
    this.#closing.signal.addEventListener('abort', stop)
  }

  #onSending(key: string, sending: Sending, uploadId: string | undefined): void {
    const row = this.#state.files.find((one) => one.key === key)
    if (!row) return
    const changed = { ...row, sending, ...(uploadId !== undefined && { uploadId }) }
    this.#state = { ...this.#state, files: this.#state.files.map((one) => (one === row ? changed : one)) }
    // Progress arrives many times a second, and is not stored.
    if (changed.uploadId !== row.uploadId) this.#keep()
    this.#tell()
  }

  #setFile(key: string, changed: Partial<FileRow>): void {
    this.#set({ files: this.#state.files.map((row) => (row.key === key ? { ...row, ...changed } : row)) })
  }

  #change(draft: Draft): void {
    this.#set({ draft })
    this.#saver.changed()
  }

  /** Another window changed the shared state. What is typed there is saved there, or else from here. */
  #takeTray(tray: Tray, writers: readonly string[]): void {
    const { files } = this.#state
    const isMadeThere = this.#release.saved === undefined && tray.saved !== undefined
    this.#release.saved = tray.saved
    this.#set(withTray(this.#state, tray))
    for (const { key } of files) if (!this.#state.files.some((row) => row.key === key)) this.queue.remove(key)
    this.#followAll()
    this.#watchWindows(writers)
    this.#showSaved()
    if (this.#release.isUnsaved()) this.#saver.changed(isMadeThere ? undefined : patienceMs)
    if (tray.saved && tray.saved.revision !== this.#state.release?.revision) void this.#release.look()
  }

  /** Other windows may already have saved everything. */
  #showSaved(): void {
    const isQuiet = ['local', 'pending', 'saved'].includes(this.#state.saving.kind)
    if (isQuiet && this.#release.saved && !this.#release.isUnsaved())
      this.#set({ saving: { kind: 'saved', at: new Date().toISOString() } })
  }

  #watchWindows(writers: readonly string[]): void {
    for (const window of [...writers, ...this.#state.files.flatMap(({ heldBy }) => heldBy ?? [])]) {
      if (this.#watched.has(window)) continue
      this.#watched.add(window)
      whenWindowEnds(window, this.#closing.signal, () => this.#onWindowEnded(window))
    }
  }

  /** Its files have to be chosen again, and what was typed in it is saved from here. */
  #onWindowEnded(window: string): void {
    this.#set({
      files: this.#state.files.map((row) => (row.heldBy === window ? { ...row, heldBy: undefined } : row)),
    })
    if (this.#release.isUnsaved()) this.#saver.changed()
  }

  /** It was submitted, or another one was started, elsewhere. */
  #onEnded(): void {
    for (const { key } of this.#state.files) this.queue.remove(key)
    this.#release.forget()
    this.#set({ ...emptyState, isEndedElsewhere: this.editedId === undefined })
    if (this.editedId !== undefined) void this.#openRelease(this.editedId)
  }

  #onArrived(key: string, upload: Upload): void {
    this.#setFile(key, { hasArrived: true, replaces: undefined, uploadId: upload.id, upload, sending: undefined })
    this.#saver.changed()
    this.#analyses.watch([upload.id])
  }

  /** After a reload: what the hub has of files that have to be chosen again. */
  async #readUnfinished(): Promise<void> {
    const found = await findStarted(this.#hub, this.#state.files)
    if (found.length > 0) this.#set({ files: withFoundUploads(this.#state.files, found) })
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

  /** Files that were started before, or in another window, continue where they stopped; none is twice in a delivery. */
  #takeUp({ folderName, files }: Chosen): Chosen {
    const known = findKnown(this.#state.files, files)
    const unfinished = known
      .filter(({ row }) => !row.hasArrived && !row.bytes)
      .map(({ row, file }) => ({ ...row, bytes: file.bytes }))
    for (const { key, bytes } of unfinished) this.#setFile(key, { bytes, heldBy: thisWindow })
    this.#send(unfinished)
    const isTaken = new Set(known.map(({ file }) => file))
    return { folderName, files: files.filter((file) => !isTaken.has(file)) }
  }

  async #open(): Promise<void> {
    const tray = this.#tray.open()
    if (tray) {
      this.#release.saved = tray.saved
      this.#set(withTray(emptyState, tray))
      this.#watchWindows(this.#tray.listWriters())
    }
    const releaseId = this.editedId ?? this.#release.saved?.releaseId
    if (releaseId !== undefined) await this.#openRelease(releaseId)
    await this.#readUnfinished()
    this.#followAll()
  }

  async #openRelease(releaseId: string): Promise<void> {
    try {
      this.#release.open(await this.#hub.releases.get(releaseId))
      if (this.#state.suggestions.length === 0) this.#set({ suggestions: readSuggestions(releaseId, this.#state) })
      if (this.#release.isUnsaved()) this.#saver.changed()
    } catch (error) {
      if (this.editedId !== undefined) this.#set({ openingError: error })
      else if (isGone(error)) {
        this.#release.saved = undefined
        this.#saver.changed()
      }
    }
  }

  #forget(): void {
    this.#release.forget()
    this.#tray.end()
    this.#set({ ...emptyState })
  }

  /** The session is there again. */
  #goOn(): void {
    this.queue.goOn()
    this.#followAll()
    if (this.#state.saving.kind === 'signedOut') void this.#saver.flush()
  }
}

/** Longer than the window in which something was typed needs to save it. */
const patienceMs = 3_000

const isGone = (error: unknown): boolean => (error as { readonly status?: number }).status === 404
