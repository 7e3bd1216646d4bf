import type { NewReport, ReportPreview, Spindle, StoreReport, Upload } from '@spindle/client'
import { SpindleError } from '@spindle/client'
import { hubOf } from '../data/api/hub.ts'
import { type Failure, toFailure } from '../data/failure.ts'
import { onSignedIn, tellIfSignedOut } from '../data/session-events.ts'
import { readStored, save } from '../data/settings/storage.ts'
import type { Chosen, ChosenFile } from '../delivery/files/chosen-file.ts'
import { AnalysisWatch } from '../delivery/uploading/analysis-watch.ts'
import { type Sending, type SendingState, UploadQueue } from '../delivery/uploading/upload-queue.ts'
import { emptyMapping, type MappingForm, suggestColumns } from './mapping-form.ts'
import { columnsOf, readHead } from './read-columns.ts'
import { requestOf } from './report-request.ts'

/** A file of a report, from the moment it was chosen. */
export interface ReportFile {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly bytes: File
  readonly sending?: Sending | undefined
  /** All bytes are at the hub. */
  readonly hasArrived: boolean
  readonly upload?: Upload | undefined
}

export type ReportFileState = SendingState | 'checking' | 'ready' | 'rejected'

export function stateOfFile({ hasArrived, upload, sending }: ReportFile): ReportFileState {
  if (!hasArrived) return sending?.state ?? 'waiting'
  return upload?.status === 'ready' || upload?.status === 'rejected' ? upload.status : 'checking'
}

type Preset = NonNullable<NewReport['preset']>

/** What a person enters about the files. It is kept for the next report of the label. */
export interface ReportChoices {
  readonly source: string
  /** `recognised`: the hub finds the preset by the first lines. */
  readonly format: Preset | 'recognised' | 'mapping'
  readonly mapping: MappingForm
  /** Lines that cannot be read do not stop the import. */
  readonly setsAside: boolean
}

/** Another report of the source is about the same time: what it is decides what can be done. */
export interface Overlap {
  readonly message: string
  readonly other: StoreReport | undefined
}

export interface Imported {
  readonly report: StoreReport
  /** The same bytes were imported before, and were not counted again. */
  readonly isKnown: boolean
}

export interface ReportImportState {
  readonly files: readonly ReportFile[]
  readonly choices: ReportChoices
  /** Names of columns that the first file begins with. */
  readonly columns: readonly string[]
  readonly work: 'none' | 'previewing' | 'importing'
  /** How the hub reads the files, until the choices change. */
  readonly preview: ReportPreview | undefined
  readonly overlap: Overlap | undefined
  readonly failure: Failure | undefined
  /** What the files became. */
  readonly imported: Imported | undefined
}

const firstChoices: ReportChoices = {
  source: '',
  format: 'recognised',
  mapping: emptyMapping,
  setsAside: false,
}

const fresh = { work: 'none', preview: undefined, overlap: undefined, failure: undefined } as const

/**
 * One import of a report: its uploads, how the files are read, and what the hub answers. It lives outside
 * of the pages and continues while other pages are shown.
 */
export class ReportImport {
  readonly queue: UploadQueue
  readonly #accountId: string
  readonly #hub: Spindle
  readonly #listeners = new Set<() => void>()
  readonly #analyses: AnalysisWatch
  readonly #stopListening: () => void
  /** The first text of the first file. */
  #head = ''
  #files = 0
  #state: ReportImportState

  constructor(accountId: string) {
    this.#accountId = accountId
    this.#hub = hubOf(accountId)
    this.#state = {
      ...fresh,
      files: [],
      choices: readChoices(accountId) ?? firstChoices,
      columns: [],
      imported: undefined,
    }
    this.queue = new UploadQueue({
      accountId,
      uploads: this.#hub.uploads,
      onSending: (key, sending) => this.#setFile(key, { sending }),
      onArrived: (key, upload) => {
        this.#setFile(key, { hasArrived: true, upload, sending: undefined })
        if (upload.status !== 'ready') this.#analyses.watch([upload.id])
      },
    })
    this.#analyses = new AnalysisWatch({
      accountId,
      list: async (uploadIds) =>
        (await this.#hub.uploads.list({ ids: uploadIds.join(), limit: uploadIds.length }).page()).data,
      onEnded: (ended, gone) => this.#onChecked(ended, gone),
    })
    this.#stopListening = onSignedIn((isSamePerson) => {
      if (!isSamePerson) return
      this.queue.goOn()
      this.#followAll()
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  getState = (): ReportImportState => this.#state

  addFiles({ files }: Chosen): void {
    const isNew = ({ bytes }: ChosenFile): boolean => !this.#state.files.some((known) => isSame(known.bytes, bytes))
    const added = files.filter(isNew).map(({ name, size, bytes }): ReportFile => {
      this.#files += 1
      return { key: `file-${this.#files}`, name, size, bytes, hasArrived: false }
    })
    if (added.length === 0) return
    this.#change({ files: [...this.#state.files, ...added] })
    for (const { key, bytes, name } of added) this.#send({ key, bytes, name })
    void this.#readColumns()
  }

  removeFile(key: string): void {
    this.queue.remove(key)
    this.#change({ files: this.#state.files.filter((file) => file.key !== key) })
    void this.#readColumns()
  }

  choose(changed: Partial<ReportChoices>): void {
    const choices = { ...this.#state.choices, ...changed }
    save(keyOf(this.#accountId), JSON.stringify(choices))
    this.#change({ choices, columns: this.#columnsFor(choices) })
  }

  /** Fills in the columns that are identified by their names, and keeps what was chosen. */
  suggest(): void {
    const { columns, choices } = this.#state
    const { mapping } = choices
    this.choose({ mapping: { ...mapping, columns: { ...suggestColumns(columns), ...mapping.columns } } })
  }

  /** How the hub understands the first lines. Nothing counts yet. */
  async preview(): Promise<void> {
    await this.#ask('previewing', async (request) => ({ preview: await this.#hub.reports.preview(request) }))
  }

  async import(overlap?: NewReport['overlap']): Promise<void> {
    await this.#ask('importing', async (request) => {
      const { data: report, response } = await this.#hub.reports
        .create({ ...request, ...(overlap && { overlap }) })
        .withResponse()
      const imported = { report, isKnown: response.status === 200 }
      const { files } = this.#state
      // Files added in the meantime are of another report.
      const rest = files.filter(({ upload }) => upload === undefined || !request.uploads.includes(upload.id))
      this.#head = ''
      return { imported, files: rest, columns: [], preview: undefined, overlap: undefined }
    })
  }

  /** The result was seen: the next report starts a new import. */
  forgetImported(): void {
    this.#set({ imported: undefined })
  }

  close(): void {
    this.#stopListening()
    this.#analyses.close()
    this.queue.close()
  }

  async #ask(
    work: 'previewing' | 'importing',
    ask: (request: Omit<NewReport, 'overlap'>) => Promise<Partial<ReportImportState>>,
  ): Promise<void> {
    const { files, choices } = this.#state
    this.#set({ work, failure: undefined })
    const isMeant = (): boolean => this.#state.files.length === files.length && this.#state.choices === choices
    try {
      const found = await ask(
        requestOf(
          files.flatMap(({ upload }) => upload?.id ?? []),
          choices,
        ),
      )
      // The answer is not about what was changed in the meantime.
      this.#set({ work: 'none', ...((isMeant() || found.imported) && found) })
    } catch (error) {
      tellIfSignedOut(error)
      const failure = toFailure(error)
      const overlap = failure.code === 'report_conflict' ? await this.#readOverlap(error, failure) : undefined
      // Refused again, despite the choice about the overlap: the hub gives the reason.
      const isNews = this.#state.overlap === undefined
      this.#set({ work: 'none', ...(overlap && isNews ? { overlap } : { failure }) })
    }
  }

  async #readOverlap(error: unknown, { message }: Failure): Promise<Overlap> {
    const { reportId, detail } = (error instanceof SpindleError ? error.body : {}) as Readonly<Record<string, unknown>>
    const other =
      typeof reportId === 'string' ? await this.#hub.reports.get(reportId).catch(() => undefined) : undefined
    return { message: typeof detail === 'string' ? detail : message, other }
  }

  #send(job: Pick<ReportFile, 'key' | 'bytes' | 'name'>): void {
    this.queue.add({ ...job, name: job.name.split('/').at(-1) ?? job.name, kind: 'report' })
  }

  #onChecked(ended: readonly Upload[], gone: readonly string[]): void {
    for (const { key, upload, bytes, name } of this.#state.files) {
      if (upload === undefined) continue
      const found = ended.find(({ id }) => id === upload.id)
      if (found) this.#setFile(key, { upload: found })
      if (!gone.includes(upload.id)) continue
      this.#setFile(key, { hasArrived: false, upload: undefined })
      this.#send({ key, bytes, name })
    }
  }

  #followAll(): void {
    const checked = this.#state.files.filter((file) => stateOfFile(file) === 'checking')
    if (checked.length > 0) this.#analyses.watch(checked.flatMap(({ upload }) => upload?.id ?? []))
  }

  async #readColumns(): Promise<void> {
    const first = this.#state.files[0]?.bytes
    const head = first === undefined ? '' : await readHead(first).catch(() => '')
    // Another file came first while this one was read.
    if (this.#state.files[0]?.bytes !== first) return
    this.#head = head
    this.#set({ columns: this.#columnsFor(this.#state.choices) })
  }

  #columnsFor({ mapping: { skipLines, delimiter } }: ReportChoices): readonly string[] {
    return columnsOf(this.#head, { skipLines: Number(skipLines) || 0, delimiter: delimiter || undefined })
  }

  #setFile(key: string, changed: Partial<ReportFile>): void {
    this.#set({ files: this.#state.files.map((file) => (file.key === key ? { ...file, ...changed } : file)) })
  }

  /** What was found out before is about something else now. */
  #change(changed: Partial<ReportImportState>): void {
    this.#set({ preview: undefined, overlap: undefined, failure: undefined, ...changed })
  }

  #set(changed: Partial<ReportImportState>): void {
    this.#state = { ...this.#state, ...changed }
    for (const listener of this.#listeners) listener()
  }
}

const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

const keyOf = (accountId: string): string => `spindle:report:${accountId}`

function readChoices(accountId: string): ReportChoices | undefined {
  try {
    const kept = JSON.parse(readStored(keyOf(accountId)) ?? 'null') as Partial<ReportChoices> | null
    if (kept === null || typeof kept.source !== 'string') return undefined
    return { ...firstChoices, ...kept, mapping: { ...emptyMapping, ...kept.mapping } }
  } catch {
    return undefined
  }
}
