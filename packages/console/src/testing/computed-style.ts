/*
 * jsdom evaluates its own style sheet for every element in a query by role or name, which took a quarter of the time
 * of the page tests. The tests have no other style sheet, so this module returns what queries read: which elements
 * are not displayed, and which are inline (HTML §15.3, the rendering of elements).
 */

const unseen = new Set(
  'area base basefont datalist head link meta noembed noframes noscript param rp script style template title'.split(
    ' ',
  ),
)

const blocks = new Set(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend listing main menu nav ol optgroup option p plaintext pre search section summary ul xmp'.split(
    ' ',
  ),
)

const others: ReadonlyMap<string, string> = new Map([
  ['li', 'list-item'],
  ['table', 'table'],
  ['thead', 'table-header-group'],
  ['tbody', 'table-row-group'],
  ['tfoot', 'table-footer-group'],
  ['tr', 'table-row'],
  ['td', 'table-cell'],
  ['th', 'table-cell'],
  ['caption', 'table-caption'],
  ['input', 'inline-block'],
  ['button', 'inline-block'],
])

function displayOf(element: Element): string {
  const { localName } = element
  if (unseen.has(localName) || element.hasAttribute('hidden')) return 'none'
  if (localName === 'dialog' && !element.hasAttribute('open')) return 'none'
  if (element.hasAttribute('popover')) return 'none'
  if (localName === 'input' && element.getAttribute('type') === 'hidden') return 'none'
  return blocks.has(localName) ? 'block' : (others.get(localName) ?? 'inline')
}

const inherited = ['visibility', 'pointer-events', 'cursor']

/**
 * Returns the inline styles that apply to an element, its own and the inherited ones; most elements have no inline
 * styles.
 */
function ownText(element: Element): string {
  let text = element.getAttribute('style') ?? ''
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (!(around instanceof HTMLElement) || !around.hasAttribute('style')) continue
    for (const name of inherited) {
      const value = around.style.getPropertyValue(name)
      // The first declaration found is that of the nearest ancestor, which takes precedence by being last.
      if (value !== '') text = `${name}: ${value}; ${text}`
    }
  }
  return text
}

const known = new Map<string, CSSStyleDeclaration>()

function declarationOf(text: string): CSSStyleDeclaration {
  const before = known.get(text)
  if (before !== undefined) return before
  const { style } = document.createElement('span')
  style.cssText = text
  known.set(text, style)
  return style
}

/** Returns the style of an element in a document without style sheets. */
export function computedStyle(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo !== undefined && pseudo !== null && pseudo !== '') return declarationOf('')
  return declarationOf(`visibility: visible; display: ${displayOf(element)}; ${ownText(element)}`)
}
