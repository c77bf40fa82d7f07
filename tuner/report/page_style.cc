#include "tuner/report/page_parts.h"

namespace colltune::tune {

const std::string_view kPageStyle = R"css(
:root { color-scheme: light dark; --text: #1a1a1a; --page: #ffffff; --soft: #f2f2f2; --line: #cccccc; --link: #0b57a4; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e6e6; --page: #181818; --soft: #262626; --line: #4a4a4a; --link: #8ab8f0; }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 6rem; }
body { margin: 0; font: 16px/1.45 system-ui, sans-serif; color: var(--text); background: var(--page); }
header { position: sticky; top: 0; z-index: 1; padding: 0.4rem 1.5rem; background: var(--soft); border-bottom: 1px solid var(--line); }
h1 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
nav { font-size: 0.85rem; }
nav a { margin-right: 0.5rem; }
main { padding: 0 1.5rem 2rem; }
h2 { margin: 2.2rem 0 0.6rem; padding-bottom: 0.2rem; border-bottom: 1px solid var(--line); }
h3 { margin: 1.4rem 0 0.4rem; font-size: 1rem; }
a { color: var(--link); }
p { max-width: 50rem; }
code { overflow-wrap: anywhere; }
.shapes { position: absolute; }
.wide { overflow-x: auto; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(30rem, 100%), 1fr)); gap: 0 2rem; }
.models { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(26rem, 100%), 1fr)); gap: 0.5rem 2rem; align-items: start; }
table { border-collapse: collapse; margin: 0.5rem 0; font-size: 0.9rem; }
th, td { padding: 0.2rem 0.7rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
th { font-weight: 600; }
thead th { background: var(--soft); }
tbody th { font-weight: normal; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
thead .number { white-space: normal; }
summary { cursor: pointer; }
.map text { fill: var(--text); }
.map rect + text { fill: #000000; }
.map { display: block; }
.cell { cursor: pointer; }
.cell:focus { outline: none; }
.cell:hover rect, .cell:focus rect { stroke: var(--text); stroke-width: 2; stroke-dasharray: none; }
.cell.open rect { stroke: var(--text); stroke-width: 3; stroke-dasharray: none; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(44rem, 100%), 1fr)); gap: 1rem; }
figure { margin: 0; }
.plot { width: 100%; height: auto; max-width: 56rem; border: 1px solid var(--line); }
.evidence { display: none; position: fixed; z-index: 2; left: 0; right: 0; bottom: 0; max-height: 45vh; overflow: auto;
  padding: 0.5rem 1.5rem; background: var(--page); border-top: 3px solid var(--link); box-shadow: 0 -4px 16px rgba(0, 0, 0, 0.35); }
.evidence p { float: right; margin: 0; }
.evidence pre { margin: 0; font-size: 0.82rem; white-space: pre-wrap; }
@media (max-width: 60rem) {
  header { position: static; }
  html { scroll-padding-top: 0; }
  .evidence p { float: none; }
  .evidence pre { white-space: pre; }
}
html:not(.scripted) .evidence:target, .evidence.open { display: block; }
body:has(.evidence.open), html:not(.scripted) body:has(.evidence:target) { padding-bottom: 45vh; }
@media print {
  :root { --text: #000000; --page: #ffffff; --soft: #ffffff; --line: #999999; --link: #000000; }
  @page { margin: 12mm; }
  body { font-size: 10pt; }
  body, body:has(.evidence.open) { padding-bottom: 0; }
  header { position: static; }
  nav, .close { display: none; }
  main { padding: 0; }
  h2, h3, h3 + p { break-after: avoid; }
  .wide { overflow: visible; }
  .map { max-width: 100%; height: auto; break-inside: avoid; }
  .collective { break-before: page; }
  .plots { grid-template-columns: 1fr; gap: 2mm; }
  .pair, .models { grid-template-columns: 1fr 1fr; gap: 0 4mm; }
  table { font-size: 8pt; }
  figure, tr { break-inside: avoid; }
  .plot { max-width: 155mm; }
  .evidence { position: static; max-height: none; overflow: visible; box-shadow: none; }
  .evidence pre { white-space: pre-wrap; font-size: 6.5pt; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
)css";

}  // namespace colltune::tune
