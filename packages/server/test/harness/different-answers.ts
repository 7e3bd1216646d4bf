import type { JsonAnswer } from './hub.ts'

/**
 * The different answers to requests about several ids, by status and code: one where all are answered alike. The id of a
 * request tells two answers apart always, so it is left out.
 */
export async function differentAnswers(
  ids: readonly string[],
  ask: (id: string) => Promise<JsonAnswer>,
): Promise<{ readonly status: number; readonly error: string }[]> {
  const found = new Map<string, { readonly status: number; readonly error: string }>()
  for (const id of ids) {
    const { status, body } = await ask(id)
    found.set(JSON.stringify([status, { ...body, requestId: null }]), { status, error: body.error })
  }
  return [...found.values()]
}
