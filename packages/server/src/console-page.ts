/** Where the server writes `<base>` and its `<meta>`s; as it stands it is a comment, so that plain files work too. */
export const headPlaceholder = '<!--brokerdeck-head-->'

/** What the page learns from the server that sends it. */
export interface PageFacts {
  readonly routing: 'browser'
  readonly mode: 'embedded' | 'cluster'
  readonly readOnly: boolean
  readonly brokerName: string
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}

export function renderConsolePage(
  template: string,
  basePath: string,
  facts: PageFacts,
  nonce: string,
): string {
  const head = [
    `<base href="${escapeAttribute(basePath)}">`,
    `<meta name="brokerdeck" content="${escapeAttribute(JSON.stringify(facts))}">`,
    `<meta name="csp-nonce" nonce="${escapeAttribute(nonce)}">`,
  ].join('\n    ')
  return template.replace(headPlaceholder, () => head)
}
