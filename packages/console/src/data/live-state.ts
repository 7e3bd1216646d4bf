/**
 * Whether changes arrive by themselves at this moment. Queries that would ask every moment need not then; those that ask
 * now and then go on, in case a line is dead and nobody has noticed yet.
 */
let isHearing = false

export const isHearingChanges = (): boolean => isHearing

export function setHearingChanges(value: boolean): void {
  isHearing = value
}
