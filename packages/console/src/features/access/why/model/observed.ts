import type { Finding } from '@brokerdeck/languages/access-rules/explain-access.ts'
import type { TraceRow } from '#domain/trace/trace-row.ts'

export interface Observed {
  /** The latest answers of sources to this very request, as seen in a trace. */
  readonly findings: ReadonlyMap<string, Finding>
  /** The answers of authenticators at this client's last attempt, as seen in a trace. */
  readonly results: ReadonlyMap<string, 'allow' | 'deny' | 'next'>
}

const decisions: Readonly<Record<string, Finding['decision']>> = {
  authorization_matched_allow: 'allow',
  authorization_matched_deny: 'deny',
  authorization_nomatch: 'nomatch',
  authorization_module_ignore: 'ignore',
}

interface Wish {
  readonly clientid: string
  readonly action: 'publish' | 'subscribe'
  /** The topic that access is decided for. */
  readonly topic: string | undefined
  readonly qos: number
  readonly retain: boolean
}

/** Formats the action as the trace does: `PUBLISH(Q1,R0)`, `SUBSCRIBE(Q1)`. */
const formatAction = ({ action, qos, retain }: Wish) =>
  action === 'publish' ? `PUBLISH(Q${qos},R${retain ? 1 : 0})` : `SUBSCRIBE(Q${qos})`

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * Parses `ok`, `{ok,…}`, `{error,…}` or `ignore`. Returns undefined for an authentication that continues and is not
 * decided.
 */
function parseResult(result: string): 'allow' | 'deny' | 'next' | undefined {
  if (/error/.test(result)) return 'deny'
  if (/^\W*ignore/.test(result)) return 'next'
  return /^\W*ok\b/.test(result) ? 'allow' : undefined
}

/** Reads from a trace the answers of sources and authenticators that only the broker can ask. */
export function observe(rows: readonly TraceRow[], wish: Wish): Observed {
  const findings = new Map<string, Finding>()
  const results = new Map<string, 'allow' | 'deny' | 'next'>()
  for (const row of rows) {
    if (row.kind !== 'event' || row.clientid !== wish.clientid) continue
    const { msg, meta } = row
    if (msg === 'authenticator_result') {
      const said = parseResult(text(meta['result']))
      if (said !== undefined) results.set(text(meta['authenticator']), said)
    }
    const decision = decisions[msg]
    const isThis = row.topic === wish.topic && text(meta['action']).replaceAll(' ', '') === formatAction(wish)
    if (decision === undefined || !isThis) continue
    const fault = text(meta['reason'])
    findings.set(text(meta['authorize_type']), { decision, ...(fault === '' ? {} : { fault }) })
  }
  return { findings, results }
}
