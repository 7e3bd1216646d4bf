import type { AccountDefaults, DefaultsChange, Label, LabelPatch, LabelsQuery, NewLabel } from '@spindle/contract'
import type { OperationCaller } from '../operations/call-operation.ts'
import type { AllowUndefined, Result } from '../operations/endpoints.ts'
import { operationMethods } from '../operations/operation-methods.ts'
import type { List } from '../operations/paged-list.ts'
import type { ApiPromise } from '../transport/api-promise.ts'
import type { RequestOptions } from '../transport/transport.ts'

/** The query of `labels.list`. */
export type LabelListQuery = AllowUndefined<LabelsQuery>

/** Labels of the account with what their releases have in common: new drafts take from them what they leave out. */
export interface Labels {
  /** Makes a label. The operator must have allowed its `isrcPrefix` and its `upcRange` for the account. */
  create(body: NewLabel, options?: RequestOptions): ApiPromise<Label>
  /** Labels, newest first; `query` finds parts of names. */
  list(query?: LabelListQuery, options?: RequestOptions): List<Result<'listLabels'>>
  /** One label with its defaults. */
  get(labelId: string, options?: RequestOptions): ApiPromise<Label>
  /** Changes a label; `defaults` are replaced whole, null removes `isrcPrefix` or `upcRange`. Releases that exist do not change. */
  update(labelId: string, patch: AllowUndefined<LabelPatch>, options?: RequestOptions): ApiPromise<Label>
  /** Deletes a label; releases keep its name and values. */
  delete(labelId: string, options?: RequestOptions): ApiPromise<undefined>
}

/** `client.labels`. */
export const labelsResource = (call: OperationCaller): Labels => ({
  ...operationMethods<Omit<Labels, 'update'>>(call, {
    create: 'createLabel',
    list: 'listLabels',
    get: 'getLabel',
    delete: 'deleteLabel',
  }),
  // JSON leaves out what is undefined.
  update: (labelId, patch, options) => call('updateLabel', { params: { labelId }, body: patch as LabelPatch }, options),
})

/** What all releases of the account have in common. */
export interface Defaults {
  /** The defaults of the account; empty if none are set. */
  get(options?: RequestOptions): ApiPromise<AccountDefaults>
  /** Replaces the defaults of the account. */
  update(body: DefaultsChange, options?: RequestOptions): ApiPromise<AccountDefaults>
}

/** `client.defaults`. */
export const defaultsResource = (call: OperationCaller): Defaults =>
  operationMethods<Defaults>(call, { get: 'getDefaults', update: 'updateDefaults' })
