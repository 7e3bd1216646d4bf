import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from './skeleton.tsx'

/** A page whose code is loaded when it is opened. */

export interface LazyPageOptions {
  /** Rows of the skeleton while it loads. */
  readonly rows?: number
  /** Between attempts to load the code. */
  readonly waitMs?: readonly number[]
}

const waitsMs = [500, 2_000]

/** Loading fails while the hub restarts. After a failure the next time that the page is shown loads it again. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { rows = 6, waitMs = waitsMs }: LazyPageOptions = {},
): ComponentType<Props> {
  const makePage = () =>
    lazy(async () => {
      try {
        return { default: await loadWithRetries(load, waitMs) }
      } catch (error) {
        LoadedPage = undefined
        throw error
      }
    })
  let LoadedPage: ReturnType<typeof makePage> | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: once for each page, when the module is loaded
  return function LazyPage(props: Props) {
    LoadedPage ??= makePage()
    return (
      <Suspense fallback={<Skeleton rows={rows} />}>
        <LoadedPage {...props} />
      </Suspense>
    )
  }
}

async function loadWithRetries<Loaded>(
  load: () => Promise<Loaded>,
  [waitMs, ...later]: readonly number[],
): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (waitMs === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    return loadWithRetries(load, later)
  }
}
