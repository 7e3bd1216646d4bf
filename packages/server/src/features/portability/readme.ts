/** A readme in every export, for readers of the folder without a hub. */
export const readme = (account: string): string => `All data of the account "${account}" in a Spindle hub.

manifest.json       the contents of the export, with the SHA-256 of every file of rows
*.ndjson            the rows, one JSON object per line: releases.ndjson, tracks.ndjson, release_revisions.ndjson (as submitted),
                    release_events.ndjson (the history, each event with the SHA-256 of the one before it), deliveries.ndjson,
                    store_messages.ndjson (messages to stores, with the XML), report_cells.ndjson (numbers from store reports;
                    reports.ndjson and unmatched_report_cells.ndjson: for reports of the account), play_days.ndjson (plays by
                    day; the track of a "series" is in play_series.ndjson), account_audit_events.ndjson, memberships.ndjson,
                    api_keys.ndjson, service_clients.ndjson, webhooks.ndjson, imports.ndjson (imported messages)
events.ndjson       the events of all releases as the API shows them. docs/verify-history.md of the hub has a program of a
                    page that checks their digests and order with nothing but this file
../../files/        original audio files and covers, named by the id of the upload; uploads.ndjson has their file names
                    and SHA-256

Not included: keys, client secrets, passwords and the secrets of webhooks.
To import it into a hub: npm run hub -- accounts import FOLDER, or the path of the archive
`
