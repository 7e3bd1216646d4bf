import { hubOf } from '../data/api/hub.ts'
import { type Failure, toFailure } from '../data/failure.ts'
import { onSignedIn, tellIfSignedOut } from '../data/session-events.ts'
import type { Chosen } from '../delivery/files/chosen-file.ts'
import { type Sending, UploadQueue } from '../delivery/uploading/upload-queue.ts'

/** A master or cover of an import, from the moment it was chosen. */
export interface MasterFile {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly sending?: Sending | undefined
  readonly hasArrived: boolean
}

export interface MasterUploadsState {
  readonly files: readonly MasterFile[]
  /** Files that are neither audio nor a picture by their names. */
  readonly skipped: number
  readonly failure: Failure | undefined
  /** How often the hub was told to attach what has arrived. */
  readonly attached: number
}

const kindOf = (name: string): 'audio' | 'image' | undefined =>
  /\.(wav|wave|flac|aiff?|aifc)$/i.test(name) ? 'audio' : /\.(jpe?g|png)$/i.test(name) ? 'image' : undefined

/**
 * The masters of one import on their way. It lives outside of the pages and continues while other pages are shown. Once
 * all have arrived, the hub attaches them.
 */
export class MasterUploads {
  readonly queue: UploadQueue
  readonly #accountId: string
  readonly #tableImportId: string
  readonly #listeners = new Set<() => void>()
  readonly #stopListening: () => void
  #files = 0
  #state: MasterUploadsState = { files: [], skipped: 0, failure: undefined, attached: 0 }

  constructor(accountId: string, tableImportId: string) {
    this.#accountId = accountId
    this.#tableImportId = tableImportId
    this.queue = new UploadQueue({
      accountId,
      uploads: hubOf(accountId).uploads,
      onSending: (key, sending) => this.#setFile(key, { sending }),
      onArrived: (key) => {
        this.#setFile(key, { hasArrived: true, sending: undefined })
        if (this.#state.files.every(({ hasArrived }) => hasArrived)) void this.attach()
      },
    })
    this.#stopListening = onSignedIn((isSamePerson) => isSamePerson && this.queue.goOn())
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = (): MasterUploadsState => this.#state

  addFiles({ files }: Chosen): void {
    const known = files.flatMap(({ name, size, bytes }) => {
      const kind = kindOf(name)
      if (kind === undefined) return []
      this.#files += 1
      // Uploads have no folders: the hub looks for `disc1/01.wav` by this name.
      return [{ key: `file-${this.#files}`, name: name.replaceAll('/', '_'), size, bytes, kind }]
    })
    this.#set({
      files: [
        ...this.#state.files,
        ...known.map(({ key, name, size }): MasterFile => ({ key, name, size, hasArrived: false })),
      ],
      skipped: files.length - known.length,
      failure: undefined,
    })
    for (const { key, name, bytes, kind } of known) this.queue.add({ key, name, bytes, kind })
  }

  removeFile(key: string): void {
    this.queue.remove(key)
    this.#set({ files: this.#state.files.filter((file) => file.key !== key) })
  }

  async attach(): Promise<void> {
    this.#set({ failure: undefined })
    try {
      await hubOf(this.#accountId).tableImports.attachMasters(this.#tableImportId)
      this.#set({ attached: this.#state.attached + 1 })
    } catch (error) {
      tellIfSignedOut(error)
      this.#set({ failure: toFailure(error) })
    }
  }

  close(): void {
    this.#stopListening()
    this.queue.close()
  }

  #setFile(key: string, changed: Partial<MasterFile>): void {
    this.#set({ files: this.#state.files.map((file) => (file.key === key ? { ...file, ...changed } : file)) })
  }

  #set(changed: Partial<MasterUploadsState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

const open = new Map<string, MasterUploads>()

export function masterUploadsOf(accountId: string, tableImportId: string): MasterUploads {
  const known = open.get(tableImportId)
  if (known) return known
  const made = new MasterUploads(accountId, tableImportId)
  open.set(tableImportId, made)
  return made
}

// What one person chose is not for the next one who signs in.
onSignedIn((isSamePerson) => {
  if (isSamePerson) return
  for (const one of open.values()) one.close()
  open.clear()
})
