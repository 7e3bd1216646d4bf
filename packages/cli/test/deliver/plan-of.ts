import { readFolder } from '../../src/deliver/folder/read-folder.ts'
import { makePlan } from '../../src/deliver/plan/make-plan.ts'
import { requestOf } from '../../src/deliver/plan/request.ts'
import { type Files, makeFolder } from './folder.ts'

/** From the files of a folder to the request, without a hub: files stand for their own uploads. */
export async function planOf(files: Files, name?: string) {
  const folder = await makeFolder(files, name)
  const plan = await makePlan(await readFolder(folder, '/'), new AbortController().signal)
  return { plan, request: requestOf(plan, (file) => file, 'folder') }
}
