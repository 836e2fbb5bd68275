import { isObject, parseJson } from '#lib/parse-json.ts'

export interface ConsoleConfig {
  readonly routing: 'browser' | 'hash'
  readonly mode: 'embedded' | 'cluster'
  readonly readOnly: boolean
  readonly brokerName?: string | undefined
}

/** Copied into a web server that does not template the page: hash routing, and the broker beside it. */
const dropInConfig: ConsoleConfig = { routing: 'hash', mode: 'cluster', readOnly: false }

export function parseConsoleConfig(content: string | null | undefined): ConsoleConfig {
  const config = parseJson(content ?? '')
  if (!isObject(config)) return dropInConfig
  const { routing = 'hash', mode = 'cluster', readOnly = false, brokerName } = config
  if (routing !== 'hash' && routing !== 'browser') return dropInConfig
  if (mode !== 'cluster' && mode !== 'embedded') return dropInConfig
  if (typeof readOnly !== 'boolean') return dropInConfig
  if (brokerName !== undefined && typeof brokerName !== 'string') return dropInConfig
  return { routing, mode, readOnly, ...(brokerName === undefined ? {} : { brokerName }) }
}

/** What the serving `brokerdeck` command says about itself, in `<meta name="brokerdeck">`. */
export function consoleConfig(): ConsoleConfig {
  return parseConsoleConfig(document.querySelector('meta[name="brokerdeck"]')?.getAttribute('content'))
}
