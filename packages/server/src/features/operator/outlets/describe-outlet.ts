import { referenceData } from '@spindle/contract'
import type { OutletSettings } from '@spindle/contract/console'
import {
  asStoreSettings,
  type FolderPlace,
  type ProgramPlace,
  type S3Place,
  type SignedSftpPlace,
} from '../../interchange/index.ts'
import type { OutletsFeature } from '../../outlets/index.ts'

type AddedOutlet = NonNullable<Awaited<ReturnType<OutletsFeature['find']>>>

/** The settings of an outlet. Each member is named here, so that none is shown only because it is stored. */
export function describeOutlet({
  id,
  name,
  kind,
  settings,
  isPaused,
  pausedReason,
  hasSecret,
}: AddedOutlet): OutletSettings {
  const store = asStoreSettings(settings)
  return {
    id,
    name,
    isPaused,
    pausedReason,
    hasSecret,
    signsInWith: kind === 'sftp' ? (settings as SignedSftpPlace).signsInWith : null,
    folder: kind === 'folder' ? { folder: (settings as FolderPlace).folder } : null,
    sftp: kind === 'sftp' ? describeServer(settings as SignedSftpPlace) : null,
    s3: kind === 's3' ? describeBucket(settings as S3Place) : null,
    program: kind === 'program' ? { program: (settings as ProgramPlace).program } : null,
    messages: {
      store: store.outletProfile,
      recipients: store.recipients.map(({ dpid, name: recipient }) => ({ dpid, name: recipient })),
      profile: store.profile,
      avsVersion: store.avsVersion,
      choreography: store.choreography,
      takedownStyle: store.takedownStyle,
      askEverySeconds: store.askEverySeconds,
      ernVersion: store.ernVersion,
      manifestHash: store.manifestHash,
      acknowledges: store.acknowledges,
      liveOn: store.liveOn,
      resendFiles: store.resendFiles,
      writeFiles: store.writeFiles,
      isTest: store.isTest,
    },
    takes: (store.takes ?? {}) as OutletSettings['takes'],
    genres: referenceData.genres.flatMap(({ code }) => {
      const word = store.genres?.[code]
      return word === undefined ? [] : [{ code, name: word }]
    }),
  }
}

const describeServer = ({ host, port, user, directory, hostKey }: SignedSftpPlace) => ({
  host,
  port,
  user,
  directory,
  hostKey,
})

const describeBucket = ({ bucket, prefix, region, endpoint, accessKeyId }: S3Place) => ({
  bucket,
  prefix,
  region,
  ...(endpoint !== undefined && { endpoint }),
  accessKeyId,
})
