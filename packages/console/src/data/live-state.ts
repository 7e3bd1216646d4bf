/**
 * Whether changes currently arrive automatically. Then queries need not poll often; those that poll
 * rarely continue, in case a connection is lost and this was not detected yet.
 */
let isHearing = false

export const isHearingChanges = (): boolean => isHearing

export function setHearingChanges(value: boolean): void {
  isHearing = value
}
