import { formatList } from '#i18n/format-list.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { BrokerPort } from './broker-port.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { explainUnproven, unprovenHint } from './enhanced/explain-unproven.ts'
import type { Explanation } from './explanation.ts'
import type { LinkEnd } from './link-state.ts'
import { m } from './messages.ts'
import { portHints } from './port-hints.ts'
import type { TunnelProbe } from './probe-tunnel.ts'
import { reasonOfCode } from './reason-of-code.ts'

interface Known {
  readonly settings: Pick<ConnectionSettings, 'via' | 'node' | 'host' | 'port' | 'path' | 'tls'>
  /** Where it was tried. */
  readonly address: string
  readonly ports: readonly BrokerPort[] | undefined
  /** What the tunnel says when it is asked plainly; undefined while it was not. */
  readonly probe: TunnelProbe | undefined
  /** Names of the nodes that the broker reports as stopped; undefined while that is not known. */
  readonly stopped?: readonly string[] | undefined
}

/** Undefined for an end that was asked for. */
export function explainEnd(end: LinkEnd, known: Known): Explanation | undefined {
  switch (end.kind) {
    case 'asked':
      return undefined
    case 'refused':
      return explainCode(end, end.version, m.refused, hintOf(end))
    case 'unproven':
      return explainUnproven(end)
    case 'ended':
      return explainCode(end, 5, m.ended, codeHints.get(end.code))
    case 'unopened':
      return explainUnopened(end, known)
    case 'unanswered':
      return {
        title: m.unanswered(seconds(end.afterMs)),
        hints: orStopped(known, [m.unansweredHint, ...hintsOf(known)]),
      }
    case 'closed':
      return explainClosed(end, known)
    case 'silent':
      return { title: m.silent, hints: orStopped(known, [m.closedHint]) }
    case 'failed':
      return { title: m.failed(visibleText(end.message)), hints: [] }
  }
}

const seconds = (milliseconds: number) => formatNumber(milliseconds / 1000, 1)

/** What else may be wrong where a CONNACK has this code (MQTT 5 §3.2.2.2, MQTT 3.1.1 §3.2.2.3). */
const codeHints: ReadonlyMap<number, string> = new Map([
  ...[4, 5, 134, 135].map((code) => [code, m.credentialsHint] as const),
  ...[2, 133].map((code) => [code, m.clientIdHint] as const),
  ...[1, 132].map((code) => [code, m.versionHint] as const),
])

/** Of a refusal that only says no, how far it had come tells more. */
function hintOf({ code, authentication }: Extract<LinkEnd, { kind: 'refused' }>): string | undefined {
  const saysOnlyNo = code === 134 || code === 135
  return saysOnlyNo && authentication !== undefined ? unprovenHint(authentication) : codeHints.get(code)
}

function explainCode(
  { code, reasonString }: { readonly code: number; readonly reasonString?: string | undefined },
  version: 4 | 5,
  say: (reason: string) => string,
  hint: string | undefined,
): Explanation {
  const { title, meaning } = reasonOfCode(code, version)
  const said = reasonString === undefined ? undefined : m.brokerSays(visibleText(reasonString))
  const hints = [meaning, hint, said]
  return { title: say(title), hints: hints.filter((hint) => hint !== undefined) }
}

function explainUnopened(
  { afterMs, isTimeout }: Extract<LinkEnd, { kind: 'unopened' }>,
  known: Known,
): Explanation {
  const address = visibleText(known.address)
  return {
    title: isTimeout ? m.unopenedLate(address, seconds(afterMs)) : m.unopened(address),
    hints: orStopped(
      known,
      known.settings.via === 'tunnel' ? hintsOf(known) : [m.notSaid, ...hintsOf(known)],
    ),
  }
}

function explainClosed(end: Extract<LinkEnd, { kind: 'closed' }>, known: Known): Explanation {
  const code =
    end.closeReason === '' ? String(end.closeCode) : `${end.closeCode} ${visibleText(end.closeReason)}`
  if (!end.wasConnected) {
    return { title: m.closedEarly(code), hints: orStopped(known, [m.closedEarlyHint, ...hintsOf(known)]) }
  }
  const guesses = [m.closedHint, ...(end.version === 4 ? [m.closedVersion] : [])]
  return { title: m.closed(code), hints: orStopped(known, guesses) }
}

/** A stopped node is known: where the connection went there, nothing else has to be guessed. */
function orStopped({ settings, stopped = [] }: Known, guesses: readonly string[]): readonly string[] {
  if (stopped.length === 0) return guesses
  const { via, node, host } = settings
  const wanted = stopped.find((name) => (via === 'tunnel' ? name === node : name.endsWith(`@${host}`)))
  return wanted === undefined
    ? [m.othersStopped(formatList(stopped.map((name) => visibleText(name, 80)))), ...guesses]
    : [m.nodeStopped(visibleText(wanted, 80))]
}

function hintsOf({ settings, ports, probe }: Known): readonly string[] {
  if (settings.via === 'direct') return portHints(settings, ports)
  if (probe === undefined) return []
  if (probe.kind === 'refused') {
    const said = m.tunnelRefused(visibleText(probe.code), visibleText(probe.message))
    return probe.code === 'FOREIGN_ORIGIN' ? [said, m.tunnelForeign] : [said]
  }
  return [{ open: m.tunnelOpen, away: m.tunnelAway, missing: m.tunnelMissing }[probe.kind]]
}
