import { readFolder } from '../../src/deliver/folder/read-folder.ts'
import { buildRequest } from '../../src/deliver/plan/build-request.ts'
import { makePlan } from '../../src/deliver/plan/make-plan.ts'
import { type Files, makeFolder } from './make-folder.ts'

/** From the files of a folder to the request, without a hub: files take the place of their uploads. */
export async function planOf(files: Files, name?: string) {
  const folder = await makeFolder(files, name)
  const plan = await makePlan(await readFolder(folder, '/'), new AbortController().signal)
  return { plan, request: buildRequest(plan, (file) => file, 'folder') }
}
