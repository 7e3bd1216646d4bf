import type { Release, Spindle } from '@spindle/client'
import { Conflict } from './autosave.ts'
import { type DeliveryState, savedReleaseOf, uploadFinder } from './delivery-state.ts'
import { type DraftRequest, requestOf, requestOfRelease } from './document/draft.ts'
import { isSame } from './document/members.ts'
import { isClash } from './document/merge-drafts.ts'
import { withAnswer, withRelease, withTheirs } from './draft-changes.ts'
import { isBeingMade, type Saved, saveRelease } from './save-release.ts'
import { nameOfDelivery, readTray } from './tray/shared-tray.ts'
import { findFact, tellFact } from './tray/windows.ts'

/** The release of a delivery as the hub has it: what was sent, and what was changed elsewhere in the meantime. */

export interface HubDraftOptions {
  readonly accountId: string
  /** This delivery creates it, instead of changing an existing one. */
  readonly isNew: boolean
  readonly hub: Spindle
  readonly getState: () => DeliveryState
  readonly set: (changed: Partial<DeliveryState>) => void
  /** Changes from elsewhere were taken over. */
  readonly onTaken: () => void
  /** It is submitted, so the delivery is over. */
  readonly onSubmitted: () => void
}

export class HubDraft {
  /** What was sent to the hub last. */
  saved: Saved | undefined
  readonly #options: HubDraftOptions
  #isSaving = false
  #isLookDue = false
  #takeBackMade = (): void => {}

  constructor(options: HubDraftOptions) {
    this.#options = options
  }

  isUnsaved(): boolean {
    return this.saved !== undefined && !isSame(this.#request(), this.saved.request)
  }

  /** Returns whether the hub has everything; throws `Conflict` when a person has to choose. */
  async save(): Promise<boolean> {
    this.#isSaving = true
    try {
      return await this.#tellHub()
    } finally {
      this.#isSaving = false
      if (this.#isLookDue) void this.look()
    }
  }

  /** As it was opened; what is typed and not saved stays. */
  open(release: Release): void {
    const { isNew, onSubmitted, set } = this.#options
    if (isNew && !isBeingMade(release)) onSubmitted()
    else if (this.saved === undefined) this.load(release)
    else if (this.isUnsaved()) set({ release: savedReleaseOf(release) })
    else this.#takeChanges(release, this.saved.request)
  }

  /** Shows what the hub has, and nothing else. */
  load(release: Release): void {
    const { getState, set } = this.#options
    this.saved = savedAs(release)
    set(withRelease(getState(), release))
  }

  /** Local values replace those of the hub. */
  keepMine(theirs: Release): void {
    this.saved = savedAs(theirs)
    this.#options.set({ theirs: undefined })
  }

  async submit(releaseId: string): Promise<Release> {
    // The hub sends the event before it answers.
    this.#isSaving = true
    try {
      return await this.#options.hub.releases.submit(releaseId)
    } finally {
      this.#isSaving = false
    }
  }

  forget(): void {
    this.saved = undefined
    this.#takeBackMade()
  }

  /** The release may have been changed, in another window or elsewhere. */
  async look(): Promise<void> {
    const { hub, isNew, set, onSubmitted } = this.#options
    const releaseId = this.saved?.releaseId
    this.#isLookDue = this.#isSaving
    if (releaseId === undefined || this.#isSaving) return
    // Offline, or gone: saving will report it.
    const release = await hub.releases.get(releaseId).catch(() => undefined)
    const { saved } = this
    if (!release || saved?.releaseId !== releaseId) return
    if (this.#isSaving) this.#isLookDue = true
    else if (isNew && !isBeingMade(release)) onSubmitted()
    else if (release.revision === saved.revision) set({ release: savedReleaseOf(release) })
    else if (release.revision > saved.revision && !this.#isClash(saved.request, release))
      this.#takeChanges(release, saved.request)
  }

  #request(): DraftRequest {
    const { draft, files } = this.#options.getState()
    return requestOf(draft, uploadFinder(files))
  }

  async #tellHub(): Promise<boolean> {
    const { accountId, isNew, hub, getState, set } = this.#options
    const { saved } = this
    const outcome = await saveRelease({
      hub,
      accountId,
      wanted: this.#request(),
      saved,
      findMade: () => (isNew ? readTray(accountId, undefined)?.saved : undefined),
      draftName: nameOfDelivery(accountId),
      isMadeElsewhere: async () => (await findFact(madeIn(accountId))) !== undefined,
      onMade: (made) => this.#onMade(made),
    })
    // Received in the meantime from the window that created it.
    if (!outcome) return saved !== this.saved && this.#tellHub()
    if ('theirs' in outcome) {
      const { theirs, base } = outcome
      if (this.#isClash(base, theirs)) {
        set({ theirs })
        throw new Conflict('the release was changed elsewhere')
      }
      this.#takeChanges(theirs, base)
      return this.#tellHub()
    }
    this.saved = outcome.saved
    set(outcome.release ? withAnswer(getState(), outcome.release) : {})
    return true
  }

  /** Other windows can find it before the lock of its creation is released. */
  async #onMade(saved: Saved): Promise<void> {
    this.saved = saved
    this.#options.set({})
    this.#takeBackMade()
    this.#takeBackMade = await tellFact(`${madeIn(this.#options.accountId)}${saved.releaseId}`)
  }

  #isClash(base: DraftRequest, theirs: Release): boolean {
    return isClash(base, this.#request(), requestOfRelease(theirs))
  }

  /** Takes changes from elsewhere since `base`; what is typed here stays. */
  #takeChanges(release: Release, base: DraftRequest): void {
    const { getState, set, onTaken } = this.#options
    this.saved = savedAs(release)
    set(withTheirs(getState(), base, release))
    onTaken()
  }
}

const savedAs = (release: Release): Saved => ({
  releaseId: release.id,
  revision: release.revision,
  request: requestOfRelease(release),
})

/** The beginning of the fact that a window has created the draft of an account. */
const madeIn = (accountId: string): string => `made|${accountId}|`
