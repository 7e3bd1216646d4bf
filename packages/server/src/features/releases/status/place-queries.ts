/** `ReleasePlace` of a release. It comes from what outlets were sent, because a status shows only the newest revision. */
export const placeOf = (release: string): string => `
  case when ${release}.first_delivered_at is null then 'new'
       when ${release}.status in ('submitted', 'in_review') then 'offered'
       when ${release}.status in ('taken_down', 'draft', 'changes_requested', 'rejected')
         and not exists (select from deliveries d
                         where d.account_id = $1 and d.release_id = ${release}.id and d.offered_round is not null)
         then 'down'
       else 'out' end`

/** Whether the ISRCs and the UPC of a release, given as SQL of its id, went to a delivered replacement. */
export const isReplaced = (releaseId: string): string => `exists (
  select from replacements p
  join releases n on n.account_id = $1 and n.id = p.release_id
  where p.account_id = $1 and p.replaced_id = ${releaseId} and n.first_delivered_at is not null)`
