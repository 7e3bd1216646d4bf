#!/usr/bin/env node
// House rules of a label, checked by a Spindle hub before a release is submitted. docs/extending.md describes the agreement.
//   SPINDLE_CHECK_HOOK=/opt/spindle/check-release.mjs
import { json } from 'node:stream/consumers'

const release = await json(process.stdin)
const findings = []

const titles = [['', release.title], ...release.tracks.map(({ title }, index) => [`/tracks/${index}`, title])]
for (const [place, title] of titles)
  if (/\b(demo|rough mix|final\s*v?\d+)\b/i.test(title))
    findings.push({
      rule: 'own.working_title',
      severity: 'error',
      path: `${place}/title`,
      message: `"${title}" looks like a working title.`,
      fix: 'Write the title that listeners should see.',
    })

const weekday = new Date(`${release.releaseDate}T00:00:00Z`).getUTCDay()
if (release.releaseDate !== undefined && weekday !== 5)
  findings.push({
    rule: 'own.release_on_friday',
    severity: 'warning',
    path: '/releaseDate',
    message: 'Our releases come out on Fridays.',
    fix: 'Choose a Friday, unless it was agreed otherwise.',
  })

console.log(JSON.stringify(findings))
