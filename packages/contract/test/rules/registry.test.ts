import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PublishedRule } from '@spindle/contract'
import { publishedRules, type RuleId, ruleIds } from '@spindle/contract/rules'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'

/** Sources of every package, without tests. */
async function* productionSources(): AsyncGenerator<{ readonly path: string; readonly text: string }> {
  const packages = new URL('../../../', import.meta.url)
  for await (const path of glob('*/src/**/*.ts', { cwd: fileURLToPath(packages) }))
    if (!path.endsWith('.test.ts')) yield { path, text: await readFile(new URL(path, packages), 'utf8') }
}

describe('findings', () => {
  it('are made in one place only, out of a rule whose id is published', async () => {
    const makers: string[] = []
    for await (const { path, text } of productionSources()) if (/\brule: \{\s*id:/.test(text)) makers.push(path)
    expect(makers).toEqual(['contract/src/rules/define-rule.ts'])
  })

  it('cannot come from a rule that is not in the list', () => {
    // @ts-expect-error: a new rule first gets a line in ruleIds
    const id: RuleId = 'no_such_rule'
    expect(ruleIds).not.toContain(id)
  })
})

describe('the published rules', () => {
  it('are the list of ids, each once and in its order', () => {
    expect(publishedRules.map(({ id }) => id)).toEqual(ruleIds)
    expect(new Set(ruleIds).size).toBe(ruleIds.length)
  })

  it('are data as the API describes them, with every text written', () => {
    for (const rule of publishedRules) {
      expect(Value.Check(PublishedRule, rule), rule.id).toBe(true)
      expect(Object.keys(rule)).toHaveLength(8)
      for (const text of [rule.title, rule.fix, rule.source]) expect(text.length, rule.id).toBeGreaterThan(5)
    }
  })

  // Ids, codes and severities are permanent. A line that turns red is a change of the API: of a rule that is new or gone
  // add or take the line; of one that means something else raise the version.
  it('have these ids, codes, severities and versions', () => {
    const lines = publishedRules.map(({ id, code, severity, version, appliesTo }) =>
      [id, code === id ? '' : code, severity, appliesTo, version].join(' '),
    )
    expect(lines).toMatchInlineSnapshot(`
      [
        "no_outlet  error release 1",
        "outlet_unknown  error release 1",
        "withdrawn_by_sender  error release 1",
        "offer_not_imported  error release 1",
        "audio_missing  error track 1",
        "upload_gone  error upload 1",
        "upload_kind_mismatch  error upload 1",
        "upload_not_ready  error upload 1",
        "upload_rejected  error upload 1",
        "label_missing  error release 1",
        "release_date_missing  error release 1",
        "p_line_missing  error release 1",
        "c_line_missing  error release 1",
        "genre_missing  error release 1",
        "language_missing  error release 1",
        "explicit_missing  error release 1",
        "cover_missing  error release 1",
        "main_artist_missing  error release 1",
        "original_release_date_missing  warning release 1",
        "ai_usage_undeclared  warning release 2",
        "track_main_artist_missing  error track 1",
        "composer_missing  error track 1",
        "track_explicit_missing  error track 1",
        "track_language_missing  error track 2",
        "composition_missing  error track 1",
        "samples_undeclared  warning track 1",
        "track_ai_usage_undeclared ai_usage_undeclared warning track 2",
        "upc_missing identifier_missing error release 1",
        "isrc_missing identifier_missing error track 1",
        "upc_assigned identifier_assigned note release 1",
        "isrc_assigned identifier_assigned note track 1",
        "isrc_reused  note track 1",
        "isrc_invalid identifier_invalid error track 1",
        "upc_invalid identifier_invalid error release 2",
        "iswc_invalid identifier_invalid error track 1",
        "grid_invalid identifier_invalid error release 1",
        "isni_invalid identifier_invalid error contributor 1",
        "ipi_invalid identifier_invalid error contributor 1",
        "dpid_invalid identifier_invalid error contributor 1",
        "duplicate_isrc  error track 2",
        "isrc_other_audio  error track 1",
        "audio_other_isrc  warning track 1",
        "duplicate_upc  error release 2",
        "duplicate_track  warning track 1",
        "replaced_release_unknown  error release 1",
        "replaced_release_not_down  error release 1",
        "replaced_release_taken  error release 1",
        "replacement_audio  error track 1",
        "genre_unknown  error release 1",
        "language_invalid  error release 1",
        "language_undetermined  warning release 1",
        "territory_unknown  error release 1",
        "time_zone_unknown  error release 1",
        "control_characters  error release 1",
        "lost_letters  error release 2",
        "bidi_controls  error release 1",
        "html_entities  error release 4",
        "no_visible_text  error release 1",
        "invisible_characters  error release 1",
        "odd_spaces  error release 1",
        "mojibake  warning release 4",
        "date_invalid  error release 1",
        "original_date_after_release  error release 1",
        "preorder_not_before_release  error release 1",
        "short_lead  warning release 1",
        "release_date_past  warning release 1",
        "year_in_future  error release 1",
        "deal_ends_before_start  error release 1",
        "published_after_release  error track 1",
        "territories_contradict  error release 1",
        "territories_empty  error release 1",
        "territories_not_narrower  error track 1",
        "conflicting_availability_periods  error release 2",
        "licence_missing  error track 1",
        "rights_controller_missing  warning release 1",
        "line_redundant  warning release 1",
        "instrumental_with_words  error track 1",
        "explicit_inconsistent  error track 1",
        "duration_mismatch  error track 1",
        "preview_after_end  error track 1",
        "track_number_mismatch  warning track 1",
        "disc_title_without_disc  warning release 1",
        "type_mismatch  warning release 1",
        "various_artists  warning release 1",
        "compound_artist  warning contributor 1",
        "single_title_mismatch  warning track 1",
        "ddex_word_unknown  warning contributor 1",
        "artist_id_missing  note contributor 1",
        "same_name_two_ids  warning contributor 1",
        "display_artist_differs  warning release 1",
        "lyricist_missing  warning track 1",
        "writer_not_legal_name  note contributor 1",
        "feat_style  warning track 1",
        "nonstandard_caps  warning release 1",
        "title_case  warning release 1",
        "abbreviation  warning release 1",
        "generic_title  warning release 1",
        "default_version  warning release 1",
        "promo_term  warning release 1",
        "advisory_in_title  warning release 1",
        "type_in_title  warning release 1",
        "store_metadata_missing  error release 1",
        "store_deal_missing  error release 1",
        "store_deal_left_out  note release 1",
        "store_genre_unmapped  warning release 1",
        "store_audio_refused  error track 1",
        "store_cover_too_small  error release 1",
        "checksum_mismatch  error upload 1",
        "storage_failed  error upload 1",
        "empty_file  error upload 1",
        "unsupported_format  error upload 1",
        "corrupt  error upload 1",
        "truncated  error upload 1",
        "md5_mismatch  error upload 1",
        "analysis_failed  error upload 1",
        "lossy_master  error upload 1",
        "mono  error upload 1",
        "more_than_stereo  error upload 1",
        "sample_rate_low  error upload 1",
        "sample_rate_high  warning upload 1",
        "sample_rate_unusual  error upload 1",
        "bit_depth_low  error upload 1",
        "bit_depth_32  warning upload 1",
        "wav_extensible  warning upload 1",
        "trailing_data  warning upload 1",
        "too_short  error upload 1",
        "short  warning upload 1",
        "long  warning upload 1",
        "silent  error upload 1",
        "leading_silence  warning upload 1",
        "trailing_silence  warning upload 1",
        "clipping  warning upload 1",
        "true_peak_high  note upload 1",
        "dual_mono  warning upload 1",
        "phase_inverted  warning upload 1",
        "channel_silent  warning upload 1",
        "dc_offset  warning upload 1",
        "cover_too_small  error upload 1",
        "cover_small  warning upload 1",
        "cover_large  warning upload 1",
        "cover_not_square  error upload 1",
        "cover_colour_cmyk cover_colour error upload 1",
        "cover_colour_greyscale cover_colour warning upload 1",
        "cover_alpha  warning upload 1",
        "cover_too_heavy  error upload 1",
        "cover_format_converted cover_format warning upload 1",
        "cover_format_refused cover_format error upload 1",
        "outlet_metadata_missing metadata_missing error track 1",
        "outlet_identifier_invalid identifier_invalid error track 1",
        "outlet_resource_missing resource_missing error track 1",
        "outlet_resource_corrupt resource_corrupt error track 1",
        "outlet_signature_or_hash_sum_wrong_or_missing signature_or_hash_sum_wrong_or_missing error track 1",
        "outlet_no_deal_in_new_release_message no_deal_in_new_release_message error track 1",
        "outlet_rights_conflict rights_conflict error track 1",
        "outlet_release_violates_terms_of_service release_violates_terms_of_service error track 1",
        "outlet_refused_track  error track 1",
        "check_hook_failed  error release 1",
      ]
    `)
  })
})
