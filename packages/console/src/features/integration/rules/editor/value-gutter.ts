import type { TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { Facet, RangeSet, StateField, type Transaction } from '@codemirror/state'
import { EditorView, GutterMarker, gutter } from '@codemirror/view'
import type { AbsentPart, LineValue } from '#features/integration/rules/lab/engine/lab-command.ts'
import { lineValues as m } from '#features/integration/rules/messages/rule-editor.ts'
import { formatNumber } from '#i18n/format-number.ts'

/** The message that a statement is tested with, and the results. */
export interface Tried {
  /** Undefined if the text is not a valid message. */
  readonly columns: TermMap | undefined
  /** The values of the statement that was last tested: text that was typed since has no values yet. */
  readonly values?: { readonly sql: string; readonly lines: readonly LineValue[] } | undefined
  /** The parts of the statement's paths that lead to nothing, over all test messages. */
  readonly absent?: { readonly sql: string; readonly parts: readonly AbsentPart[] } | undefined
}

export const tried = Facet.define<Tried, Tried>({ combine: (given) => given[0] ?? { columns: undefined } })

type Tone = 'plain' | 'ok' | 'warn'

function toTone(value: LineValue): Tone {
  if (value.kind === 'undefined' || value.kind === 'fails') return 'warn'
  return value.kind === 'truth' && value.is && value.text === '' ? 'ok' : 'plain'
}

function formatLineValue(value: LineValue): string {
  switch (value.kind) {
    case 'value':
      return value.ofItem ? m.firstItem(value.text) : value.text
    case 'truth':
      return value.text === '' ? String(value.is) : value.text
    case 'items':
      return m.items(formatNumber(value.passed), formatNumber(value.all))
    case 'matches':
      return m.matches
    case 'fails':
      return m.fails(value.reason)
    case 'broker-only':
      return m.brokerOnly
    case 'undefined':
      return 'undefined'
  }
}

class ValueMarker extends GutterMarker {
  readonly text: string
  readonly tone: Tone
  constructor(values: readonly LineValue[]) {
    super()
    this.text = values.map(formatLineValue).join(', ')
    const tones = values.map(toTone)
    this.tone = tones.includes('warn') ? 'warn' : tones.every((tone) => tone === 'ok') ? 'ok' : 'plain'
  }
  override eq(other: ValueMarker): boolean {
    return this.text === other.text && this.tone === other.tone
  }
  override toDOM(): Node {
    const dom = document.createElement('span')
    dom.className = 'cm-value'
    dom.dataset['tone'] = this.tone
    dom.textContent = this.text
    dom.title = this.text
    return dom
  }
}

type Markers = RangeSet<ValueMarker>

function buildMarkers({ newDoc }: Transaction, lines: readonly LineValue[]): Markers {
  const byLine = new Map<number, LineValue[]>()
  for (const value of lines)
    if (value.line <= newDoc.lines) byLine.set(value.line, [...(byLine.get(value.line) ?? []), value])
  const ranges = [...byLine].map(([line, values]) => new ValueMarker(values).range(newDoc.line(line).from))
  return RangeSet.of(ranges, true)
}

/**
 * Markers move with text that is inserted before their lines; an edited line loses its values until the next results.
 */
function moveMarkers(markers: Markers, { changes, docChanged, newDoc }: Transaction): Markers {
  if (!docChanged || markers.size === 0) return markers
  let kept = markers.map(changes)
  changes.iterChangedRanges((_from, _to, from, to) => {
    const [filterFrom, filterTo] = [newDoc.lineAt(from).from, newDoc.lineAt(to).to]
    kept = kept.update({ filterFrom, filterTo, filter: () => false })
  })
  return kept
}

const shown = StateField.define<Markers>({
  create: () => RangeSet.empty,
  update(markers, transaction) {
    const { startState, state, newDoc } = transaction
    const [before, now] = [startState.facet(tried), state.facet(tried)]
    const { values } = now
    if (now !== before && values !== undefined && values.sql === newDoc.toString())
      return buildMarkers(transaction, values.lines)
    // The values of another message would be wrong.
    return before.columns === now.columns ? moveMarkers(markers, transaction) : RangeSet.empty
  },
})

/** Shows the value of each expression beside its line: drawn for visible lines only, and not part of the text. */
export const valueGutter = [
  shown,
  gutter({ class: 'cm-values', side: 'after', markers: (view) => view.state.field(shown) }),
  EditorView.theme({
    '.cm-gutters.cm-gutters-after': { borderLeft: '1px solid var(--line-subtle)' },
    '.cm-values': { width: '200px' },
    '.cm-values .cm-gutterElement': { overflow: 'hidden' },
    '.cm-value': {
      display: 'block',
      padding: '0 12px 0 10px',
      overflow: 'hidden',
      fontSize: 'var(--fs-12)',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '.cm-value[data-tone=ok]': { color: 'var(--ok)' },
    '.cm-value[data-tone=warn]': { backgroundColor: 'var(--warn-bg)', color: 'var(--warn)' },
    '@media (max-width: 1399px)': { '.cm-values': { width: '148px' } },
    '@media (max-width: 767px)': { '.cm-gutters.cm-gutters-after': { display: 'none' } },
  }),
]
