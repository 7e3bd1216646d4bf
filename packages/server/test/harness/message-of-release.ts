import type { TestHub } from './hub.ts'
import { recordMessage } from './recorded-messages.ts'
import { createReleaseFixture, type ReleaseFixture, releasesPath } from './releases.ts'

/** The path of a message, and paths where it does not exist. */

const xml = '<Message/>'

export interface MessagePlaces {
  readonly here: string
  /** Under another release of the account, an unused id, a text that is not an id, and a release of another account. */
  readonly elsewhere: readonly string[]
}

export async function findMessagePlaces(hub: TestHub, fixture: ReleaseFixture): Promise<MessagePlaces> {
  const submitted = async (owner: ReleaseFixture) => {
    const { body: release } = await owner.release({ submit: true })
    const id = await recordMessage(hub, { accountId: owner.account.accountId, release, xml })
    return { releaseId: String(release.id), id }
  }
  const own = await submitted(fixture)
  const other = await submitted(fixture)
  const foreign = await submitted(await createReleaseFixture(hub, 'Other Records'))
  const at = (releaseId: string, id: string): string => `${releasesPath}/${releaseId}/messages/${id}`
  return {
    here: at(own.releaseId, own.id),
    elsewhere: [
      at(other.releaseId, own.id),
      at(own.releaseId, 'msg_01JD3MZ6V8Q4W9X2K7N5T0RHYB'),
      at(own.releaseId, 'msg_1'),
      at(foreign.releaseId, foreign.id),
    ],
  }
}
