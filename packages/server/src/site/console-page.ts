import type { PageFacts } from '#sources/page-facts.ts'

/**
 * The place where the server writes `<base>` and its `<meta>` elements; unreplaced it is a comment, so the plain
 * files work as well.
 */
export const headPlaceholder = '<!--brokerdeck-head-->'

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/**
 * The place for the preloads, behind the two small scripts that a browser runs before it draws and that must not wait
 * for the others.
 */
const preloadPlaceholder = '<!--early-preloads-->'

export interface EarlyFiles {
  /** The scripts that are needed to draw anything. */
  readonly first: readonly string[]
  /** The scripts of the page, which must not delay the frame around it or the frame's requests. */
  readonly behind: readonly string[]
  /** The styles, which `static/early-chunks.js` requests: browsers warn of a preloaded style that was not used. */
  readonly styles: readonly string[]
}

export interface ConsolePage {
  readonly basePath: string
  readonly facts: PageFacts
  readonly nonce: string
  /** The files to request at once, as paths below the base path. */
  readonly early: EarlyFiles
}

export function renderConsolePage(template: string, page: ConsolePage): string {
  const { basePath, facts, nonce, early } = page
  const head = [
    `<base href="${escapeAttribute(basePath)}">`,
    `<meta name="brokerdeck" content="${escapeAttribute(JSON.stringify(facts))}">`,
    `<meta name="csp-nonce" nonce="${escapeAttribute(nonce)}">`,
    ...(early.styles.length === 0
      ? []
      : [`<meta name="early-styles" content="${escapeAttribute(early.styles.join(' '))}">`]),
  ].join('\n    ')
  const preloads = [
    ...early.first.map((file) => `<link rel="modulepreload" crossorigin href="./${escapeAttribute(file)}">`),
    ...early.behind.map((file) => `<link ${behind(file)} href="./${escapeAttribute(file)}">`),
  ]
  return template
    .replace(headPlaceholder, () => head)
    .replace(preloadPlaceholder, () => preloads.join('\n    '))
}

/** Returns the attributes of a link; a worker is prefetched, since it is not a module of the page. */
function behind(file: string): string {
  return /-worker-[^/]+\.js$/.test(file)
    ? 'rel="prefetch"'
    : 'rel="modulepreload" crossorigin fetchpriority="low"'
}
