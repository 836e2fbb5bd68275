export type VisiblePiece =
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  | { readonly kind: 'escape'; readonly at: number; readonly label: string }

/**
 * Characters that are invisible, reorder their neighbours, or break a line: controls, format characters (soft hyphen,
 * bidi marks, embeddings and isolates, zero-width), line separators, fillers, tags, variation selectors, unpaired
 * surrogates.
 */
const TRICKY_ONE = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}\p{Default_Ignorable_Code_Point}\u{fff0}-\u{fffb}]`
/** Blanks that look like an ordinary space or like nothing; within lines of text they are typography. */
const BLANK = String.raw`(?! )\p{Zs}|\u{2800}`
const TRICKY = new RegExp(`${TRICKY_ONE}|${BLANK}`, 'u')
/** Ordinary spaces that are invisible: at an end, or several in a row. */
const UNSEEN_BLANK = /^ | $| {2}/
const TRICKY_IN_LINES = new RegExp(`(?![\\n\\t])${TRICKY_ONE}`, 'u')

const TAB = 0x09
const LINE_FEED = 0x0a

const CONTROL_NAMES =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  )

function label(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const name = code === 0x7f ? 'DEL' : CONTROL_NAMES[code]
  if (name !== undefined) return name
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Returns true if the text can be shown as it is. */
export function isPlain(text: string, keepLines = false): boolean {
  if (!keepLines && UNSEEN_BLANK.test(text)) return false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // This covers nearly all characters of nearly all texts; a regular expression takes ten times as long.
    if ((code >= 0x20 && code < 0x7f) || (code > 0xad && code < 0x300) || (code >= 0x4e00 && code < 0xa000))
      continue
    if (keepLines && (code === LINE_FEED || code === TAB)) continue
    return !(keepLines ? TRICKY_IN_LINES : TRICKY).test(text.slice(at))
  }
  return true
}

function isUnseenBlank(text: string, at: number): boolean {
  if (text[at] !== ' ') return false
  return at === 0 || at === text.length - 1 || text[at - 1] === ' ' || text[at + 1] === ' '
}

/** Splits untrusted text into pieces that can be shown as they are and pieces that must be shown as labels. */
export function visiblePieces(text: string, keepLines = false): readonly VisiblePiece[] {
  if (isPlain(text, keepLines)) return text === '' ? [] : [{ kind: 'text', at: 0, text }]
  const pieces: VisiblePiece[] = []
  let at = 0
  let plain = ''
  const flush = () => {
    if (plain !== '') pieces.push({ kind: 'text', at: at - plain.length, text: plain })
    plain = ''
  }
  for (const character of text) {
    const isKept = keepLines
      ? !TRICKY_IN_LINES.test(character)
      : !isUnseenBlank(text, at) && !TRICKY.test(character)
    if (isKept) plain += character
    else {
      flush()
      pieces.push({ kind: 'escape', at, label: label(character) })
    }
    at += character.length
  }
  flush()
  return pieces
}

/** Cuts without splitting a surrogate pair. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xd800 && code <= 0xdbff ? length - 1 : length)
}

/** Returns one line of plain text with every tricky character spelled out, for titles and accessible names. */
export function visibleText(text: string, length = 256): string {
  const shown = visiblePieces(truncate(text, length))
    .map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.label}]`))
    .join('')
  return text.length > length ? `${shown}…` : shown
}
