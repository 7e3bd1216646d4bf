/** A readme in every export, for readers of the folder without a hub. */
export const readme = (account: string): string => `All that the account "${account}" had in a Spindle hub.

manifest.json       what belongs to the export, with the SHA-256 of every file of rows
*.ndjson            the rows, one JSON object a line: releases.ndjson, tracks.ndjson, release_revisions.ndjson (as submitted),
                    release_events.ndjson (the history, each event with the SHA-256 of the one before it), deliveries.ndjson,
                    store_messages.ndjson (what stores were sent, with the XML), report_cells.ndjson (what stores reported;
                    reports.ndjson and unmatched_report_cells.ndjson: of reports of the account), play_days.ndjson (plays by
                    day; the track of a "series" stands in play_series.ndjson), account_audit_events.ndjson, memberships.ndjson,
                    api_keys.ndjson, service_clients.ndjson, webhooks.ndjson, imports.ndjson (messages that were handed in)
../../files/        masters and covers as they were uploaded, by the id of the upload; uploads.ndjson has the names they had,
                    and their SHA-256

Not in it: keys, client secrets, passwords and the secrets of webhooks.
To bring it into a hub: npm run hub -- accounts import FOLDER, or the archive it came in
`
