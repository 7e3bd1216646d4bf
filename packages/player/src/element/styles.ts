/**
 * Colours come from the text of the page, so the player fits light and dark pages without a setting. Properties of the page
 * (`--spindle-accent`, ...) replace them.
 */
export const styles = `
:host {
  --_text: var(--spindle-text, currentColor);
  --_accent: var(--spindle-accent, var(--_text));
  --_muted: var(--spindle-muted, color-mix(in srgb, var(--_text) 68%, transparent));
  --_line: var(--spindle-line, color-mix(in srgb, var(--_text) 14%, transparent));
  --_hover: var(--spindle-hover, color-mix(in srgb, var(--_text) 6%, transparent));
  --_radius: var(--spindle-radius, 8px);
  display: block;
  container-type: inline-size;
  color: var(--_text);
  font: var(--spindle-font, inherit);
  line-height: 1.4;
}
:host([hidden]), [hidden] { display: none !important; }
* { box-sizing: border-box; margin: 0; }
section {
  background: var(--spindle-background, transparent);
  padding: var(--spindle-padding, 0);
  border-radius: var(--_radius);
}
.head { display: grid; grid-template-columns: 72px minmax(0, 1fr); gap: 12px 16px; align-items: center; }
.head.plain { grid-template-columns: minmax(0, 1fr); }
.cover { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: var(--_radius); background: var(--_hover); }
.title { font-size: 1.25em; font-weight: 650; line-height: 1.25; overflow-wrap: anywhere; text-wrap: balance; }
.artist { color: var(--_muted); overflow-wrap: anywhere; }
.bar { grid-column: 1 / -1; display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; }
.buttons { display: flex; align-items: center; gap: 4px; margin-inline-start: -10px; }
.now {
  flex: 1; min-width: 0; padding-inline: 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
}
.sound { display: flex; align-items: center; flex: 0 1 120px; min-width: 88px; }
.sound input { flex: 1; width: 0; }
.seek { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 10px; align-items: center; }
.time { color: var(--_muted); font-size: .8125em; font-variant-numeric: tabular-nums; min-width: 2.6em; }
.time:last-child { text-align: end; }
button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; border-radius: var(--_radius); }
.buttons button { flex: none; width: 40px; height: 40px; display: grid; place-items: center; border-radius: 50%; }
.buttons button:disabled { opacity: .35; cursor: default; }
.buttons svg { width: 24px; height: 24px; }
.buttons .play { width: 52px; height: 52px; color: var(--_accent); }
.play svg { width: 46px; height: 46px; }
.sound button svg { width: 20px; height: 20px; }
svg { fill: currentColor; display: block; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
input {
  appearance: none; -webkit-appearance: none; width: 100%; min-width: 0; height: 24px; margin: 0; background: none;
  cursor: pointer; border-radius: 4px;
  --_bar: linear-gradient(var(--_accent), var(--_accent)) 0 / var(--_filled, 0%) 100% no-repeat, var(--_line);
}
input:dir(rtl) { --_bar: linear-gradient(var(--_accent), var(--_accent)) 100% / var(--_filled, 0%) 100% no-repeat, var(--_line); }
input:disabled { cursor: default; }
input::-webkit-slider-runnable-track { height: 4px; border-radius: 2px; background: var(--_bar); }
input::-moz-range-track { height: 4px; border-radius: 2px; background: var(--_bar); }
input::-webkit-slider-thumb {
  -webkit-appearance: none; width: 14px; height: 14px; margin-top: -5px; border: 0; border-radius: 50%; background: var(--_accent);
}
input::-moz-range-thumb { width: 14px; height: 14px; border: 0; border-radius: 50%; background: var(--_accent); }
input:disabled::-webkit-slider-thumb { visibility: hidden; }
input:disabled::-moz-range-thumb { visibility: hidden; }
.message { margin-top: 12px; }
.message:empty { display: none; }
ol { list-style: none; padding: 0; margin-top: 16px; border-top: 1px solid var(--_line); }
li { border-bottom: 1px solid var(--_line); }
li button {
  display: grid; grid-template-columns: 1.75em minmax(0, 1fr) auto; gap: 8px; align-items: baseline;
  width: 100%; min-height: 44px; padding: 10px 8px; text-align: start; border-radius: 0;
}
li button:focus-visible { outline-offset: -2px; }
.number, .duration { color: var(--_muted); font-variant-numeric: tabular-nums; font-size: .875em; }
li .names { overflow-wrap: anywhere; }
.by { display: block; color: var(--_muted); font-size: .875em; }
[aria-current] { color: var(--_accent); font-weight: 600; }
[aria-current] .number { color: inherit; }
[aria-current] .duration { font-weight: 400; }
.bars { display: inline-flex; align-items: flex-end; gap: 2px; height: .8em; }
.bars i { width: 3px; height: 65%; background: currentColor; border-radius: 1px; }
.bars i:nth-child(2) { height: 100%; }
.bars i:nth-child(3) { height: 80%; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (hover: hover) {
  button:hover:not(:disabled) { background: var(--_hover); }
  .buttons .play:hover { background: none; opacity: .88; }
}
@media (prefers-reduced-motion: no-preference) {
  .is-playing .bars i { animation: bars 1.1s ease-in-out infinite alternate; transform-origin: bottom; }
  .is-playing .bars i:nth-child(2) { animation-delay: -.5s; }
  .is-playing .bars i:nth-child(3) { animation-delay: -.8s; }
  .is-waiting .play svg { animation: wait 1.2s ease-in-out infinite alternate; }
  @keyframes bars { from { transform: scaleY(.4); } to { transform: none; } }
  @keyframes wait { to { opacity: .45; } }
}
@media (forced-colors: active) {
  input { appearance: auto; -webkit-appearance: auto; accent-color: Highlight; }
  .bars i { background: CanvasText; forced-color-adjust: none; }
  button:disabled { color: GrayText; }
}
@container (max-width: 430px) {
  .buttons { flex-wrap: wrap; }
  .now { order: -1; flex: 1 0 100%; padding-inline: 10px; }
  .sound { margin-inline-start: auto; }
}
@container (min-width: 520px) {
  .head { grid-template-columns: 176px minmax(0, 1fr); gap: 4px 24px; grid-template-rows: 1fr auto auto 1fr; }
  .head.plain { grid-template-rows: auto; }
  .head:not(.plain) .cover { grid-row: 1 / -1; }
  .head:not(.plain) .names { grid-row: 2; }
  .head:not(.plain) .bar { grid-column: 2; grid-row: 3; margin-top: 8px; }
  .title { font-size: 1.5em; }
}
`
