import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Skeleton } from './skeleton.tsx'

/** A page whose code is loaded when it is opened. */

export interface LazyPageOptions {
  /** Rows of the skeleton while it loads. */
  readonly rows?: number
  /** Between attempts to load the code. */
  readonly waitMs?: readonly number[]
}

/** A component that can load its code before it is shown. */
export type LazyPage<Props extends object = never> = ComponentType<Props> & { readonly prefetch: () => Promise<void> }

const waitsMs = [500, 2_000]

/** Loading fails while the hub restarts. After a failure the next time that the page is shown loads it again. */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { rows = 6, waitMs = waitsMs }: LazyPageOptions = {},
): LazyPage<Props> {
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
  let PrefetchedPage: ComponentType<Props> | undefined
  const choosePage = (): ComponentType<Props> => {
    LoadedPage ??= makePage()
    return PrefetchedPage ?? LoadedPage
  }
  // biome-ignore lint/correctness/noComponentHookFactories: once for each page, when the module is loaded
  function Opened(props: Props) {
    // The same one as long as it is open: another component would begin anew and lose what a person entered.
    const [Content] = useState<ComponentType<Props>>(choosePage)
    return (
      <Suspense fallback={<Skeleton rows={rows} />}>
        <Content {...props} />
      </Suspense>
    )
  }
  return Object.assign(Opened, {
    async prefetch() {
      PrefetchedPage ??= await load()
    },
  })
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
