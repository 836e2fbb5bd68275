import type { PageFacts } from '#sources/page-facts.ts'

/** Where the server writes `<base>` and its `<meta>`s; as it stands it is a comment, so that plain files work too. */
export const headPlaceholder = '<!--brokerdeck-head-->'

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

/** Behind the two scripts that a browser runs before it draws: those are small, and must not wait for the others. */
const preloadPlaceholder = '<!--early-preloads-->'

export interface EarlyFiles {
  /** Scripts without which nothing is drawn. */
  readonly first: readonly string[]
  /** Scripts of the page: they must not hold up the frame around it, nor what that asks the broker. */
  readonly behind: readonly string[]
  /** `static/early-chunks.js` asks for them: browsers warn of a preloaded style that was not used. */
  readonly styles: readonly string[]
}

export interface ConsolePage {
  readonly basePath: string
  readonly facts: PageFacts
  readonly nonce: string
  /** To ask for at once, by their place below the base path. */
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

/** A worker is no module of the page. */
function behind(file: string): string {
  return /-worker-[^/]+\.js$/.test(file)
    ? 'rel="prefetch"'
    : 'rel="modulepreload" crossorigin fetchpriority="low"'
}
