import {
  AppError,
  type BulkAction,
  type BulkOutlets,
  type FieldError,
  type NewBulk,
  type ReleasePatch,
  type TakedownRequest,
} from '@spindle/contract'

/** What an action takes, and which releases: each member of the body belongs to some actions only. */

export interface BulkParameters {
  readonly patch?: ReleasePatch
  readonly outlet?: string
  readonly takedown?: TakedownRequest
  readonly outlets?: BulkOutlets
}

type Parameter = keyof BulkParameters

const parametersOf: Readonly<Record<BulkAction, readonly Parameter[]>> = {
  patch: ['patch'],
  validate: ['outlet'],
  submit: [],
  takedown: ['takedown'],
  outlets: ['outlets'],
  redeliver: ['outlet'],
}
const parameters: readonly Parameter[] = ['patch', 'outlet', 'takedown', 'outlets']
const selections = ['ids', 'releases', 'filters'] as const

/** Throws `validation_failed` with every problem. */
export function parseParameters(body: NewBulk): BulkParameters {
  const problems = [...checkSelection(body), ...checkParameters(body), ...checkOutlets(body)]
  if (problems.length > 0) throw new AppError('validation_failed', { errors: problems })
  return Object.fromEntries(
    parametersOf[body.action].flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  )
}

function checkSelection(body: NewBulk): FieldError[] {
  const [first, second] = selections.filter((name) => body[name] !== undefined)
  if (first === undefined)
    return [problem('', 'required', 'No releases are selected.', 'Add one of `ids`, `releases`, `filters`.')]
  if (second !== undefined)
    return [problem(`/${second}`, 'conflict', `"${second}" cannot be combined with "${first}".`, 'Remove one of them.')]
  return []
}

function checkParameters(body: NewBulk): FieldError[] {
  const { action } = body
  const foreign = parameters
    .filter((name) => body[name] !== undefined && !parametersOf[action].includes(name))
    .map((name) => problem(`/${name}`, 'conflict', `"${name}" does not belong to action ${action}.`, 'Remove it.'))
  return [...foreign, ...checkRequired(body), ...checkOwnPatches(body)]
}

function checkRequired(body: NewBulk): FieldError[] {
  const { action, expectedCount, dryRun = false } = body
  const missing: string[] = []
  if ((action === 'takedown' || action === 'outlets') && body[action] === undefined) missing.push(action)
  if (action === 'takedown' && expectedCount === undefined && !dryRun) missing.push('expectedCount')
  return missing.map((name) =>
    problem(`/${name}`, 'required', `"${name}" is required with action ${action}.`, 'Add this member.'),
  )
}

/** Either one patch for all releases, or one for each. */
function checkOwnPatches({ action, patch, releases = [] }: NewBulk): FieldError[] {
  const needsOwn = action === 'patch' && patch === undefined
  if (needsOwn && releases.length === 0)
    return [problem('/patch', 'required', '"patch" is required with action patch.', 'Add this member.')]
  const wrong = releases.flatMap((release, index) =>
    (release.patch !== undefined) === needsOwn ? [] : [`/releases/${index}/patch`],
  )
  return wrong
    .slice(0, 100)
    .map((pointer) =>
      needsOwn
        ? problem(pointer, 'required', 'This release has no patch.', 'Add one, or `patch` for all releases.')
        : problem(
            pointer,
            'conflict',
            'Only action patch without `patch` for all has patches of releases.',
            'Remove it.',
          ),
    )
}

function checkOutlets({ action, outlets }: NewBulk): FieldError[] {
  if (action !== 'outlets' || outlets === undefined) return []
  const { set, add, remove } = outlets
  const isListed = add !== undefined || remove !== undefined
  if (set !== undefined && isListed)
    return [problem('/outlets/set', 'conflict', '"set" cannot be combined with "add" or "remove".', 'Remove one.')]
  if (set === undefined && !isListed)
    return [problem('/outlets', 'required', 'No outlets are given.', 'Add `set`, or `add` and `remove`.')]
  return []
}

const problem = (pointer: string, code: string, detail: string, fix: string): FieldError => ({
  pointer,
  code,
  detail,
  fix,
})
