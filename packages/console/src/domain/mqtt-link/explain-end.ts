import { scramMethods } from '#domain/mqtt-link/enhanced/scram-methods.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatList } from '#i18n/sentences.ts'
import { visibleText } from '#lib/visible-text.ts'
import { type BrokerPort, isWebSocket } from './broker-port.ts'
import type { ConnectionSettings } from './connection-settings.ts'
import { hostInUrl, type TunnelProbe } from './link-address.ts'
import type { AuthenticationFault, LinkEnd } from './link-state.ts'
import { mqttLink as m } from './messages.ts'
import { reasonOfCode } from './reason-of-code.ts'

interface ExplainEndOptions {
  readonly settings: Pick<ConnectionSettings, 'via' | 'node' | 'host' | 'port' | 'path' | 'tls'>
  /** The address of the attempt. */
  readonly address: string
  readonly ports: readonly BrokerPort[] | undefined
  /** The response of the tunnel to a plain HTTP request; undefined if no such request was sent. */
  readonly probe: TunnelProbe | undefined
  /** The names of the nodes that the broker reports as stopped; undefined while they are unknown. */
  readonly stopped?: readonly string[] | undefined
}

/** Explains the end of a connection; returns undefined for an end that the operator requested. */
export function explainEnd(end: LinkEnd, known: ExplainEndOptions): Explanation | undefined {
  switch (end.kind) {
    case 'asked':
      return undefined
    case 'refused':
      return explainCode(end, end.version, m.refused, findRefusalHint(end))
    case 'unproven':
      return explainUnproven(end)
    case 'ended':
      return explainCode(end, 5, m.ended, codeHints.get(end.code))
    case 'unopened':
      return explainUnopened(end, known)
    case 'unanswered':
      return {
        title: m.unanswered(seconds(end.afterMs)),
        hints: orStopped(known, [m.unansweredHint, ...listHints(known)]),
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

/** Further possible causes of a CONNACK with this code (MQTT 5 §3.2.2.2, MQTT 3.1.1 §3.2.2.3). */
const codeHints: ReadonlyMap<number, string> = new Map([
  ...[4, 5, 134, 135].map((code) => [code, m.credentialsHint] as const),
  ...[2, 133].map((code) => [code, m.clientIdHint] as const),
  ...[1, 132].map((code) => [code, m.versionHint] as const),
])

/** For a refusal without details, the progress of the authentication tells more. */
function findRefusalHint({
  code,
  authentication,
}: Extract<LinkEnd, { kind: 'refused' }>): string | undefined {
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
  known: ExplainEndOptions,
): Explanation {
  const address = visibleText(known.address)
  return {
    title: isTimeout ? m.unopenedLate(address, seconds(afterMs)) : m.unopened(address),
    hints: orStopped(
      known,
      known.settings.via === 'tunnel' ? listHints(known) : [m.notSaid, ...listHints(known)],
    ),
  }
}

function explainClosed(end: Extract<LinkEnd, { kind: 'closed' }>, known: ExplainEndOptions): Explanation {
  const code =
    end.closeReason === '' ? String(end.closeCode) : `${end.closeCode} ${visibleText(end.closeReason)}`
  if (!end.wasConnected) {
    return { title: m.closedEarly(code), hints: orStopped(known, [m.closedEarlyHint, ...listHints(known)]) }
  }
  const guesses = [m.closedHint, ...(end.version === 4 ? [m.closedVersion] : [])]
  return { title: m.closed(code), hints: orStopped(known, guesses) }
}

/** If the connection went to a node that is known to be stopped, other guesses are left out. */
function orStopped(
  { settings, stopped = [] }: ExplainEndOptions,
  guesses: readonly string[],
): readonly string[] {
  if (stopped.length === 0) return guesses
  const { via, node, host } = settings
  const wanted = stopped.find((name) => (via === 'tunnel' ? name === node : name.endsWith(`@${host}`)))
  return wanted === undefined
    ? [m.othersStopped(formatList(stopped.map((name) => visibleText(name, 80)))), ...guesses]
    : [m.nodeStopped(visibleText(wanted, 80))]
}

function listHints({ settings, ports, probe }: ExplainEndOptions): readonly string[] {
  if (settings.via === 'direct') return portHints(settings, ports)
  if (probe === undefined) return []
  if (probe.kind === 'refused') {
    const said = m.tunnelRefused(visibleText(probe.code), visibleText(probe.message))
    return probe.code === 'FOREIGN_ORIGIN' ? [said, m.tunnelForeign] : [said]
  }
  return [{ open: m.tunnelOpen, away: m.tunnelAway, missing: m.tunnelMissing }[probe.kind]]
}

type PortAddress = Pick<ConnectionSettings, 'host' | 'port' | 'path' | 'tls'>

/** Returns the problems of an address, compared with the listeners that the broker reports. */
function portHints(place: PortAddress, ports: readonly BrokerPort[] | undefined): readonly string[] {
  if (ports === undefined) return [m.portsUnknown]
  const here = ports.filter(({ port }) => port === place.port)
  const [first] = here
  if (first === undefined) return [m.portFree(String(place.port)), webSockets(ports)]
  const id = visibleText(first.id)
  if (!isWebSocket(first)) return [m.portPlain(id, String(place.port)), webSockets(ports)]
  if (!first.isRunning) return [m.portStopped(id)]
  if (first.type === 'wss' && !place.tls) return [m.portNeedsTls(id)]
  if (first.type === 'ws' && place.tls) return [m.portNeedsNoTls(id)]
  if (first.path !== undefined && first.path !== place.path) {
    return [m.portPath(id, visibleText(first.path))]
  }
  return [
    ...(place.tls ? [m.portCertificate(`https://${hostInUrl(place.host)}:${place.port}/`)] : []),
    m.portFits(id),
  ]
}

function webSockets(ports: readonly BrokerPort[]): string {
  const known = ports.filter((port) => isWebSocket(port) && port.isRunning)
  if (known.length === 0) return m.portNone
  const spelled = known.map(({ id, port, path }) =>
    m.portOf(visibleText(id), String(port), visibleText(path ?? '/mqtt')),
  )
  return m.portHas(formatList(spelled))
}

/** Explains why this client ended the authentication. */
function explainUnproven({ method, fault }: Extract<LinkEnd, { readonly kind: 'unproven' }>): Explanation {
  const [what, ...hints] = explainFault(fault)
  return { title: m.unproven(visibleText(method, 60), what), hints }
}

function explainFault(fault: AuthenticationFault): readonly [string, ...string[]] {
  switch (fault.kind) {
    case 'unreadable':
      return [m.unreadable, m.unreadableHint]
    case 'nonce':
      return [m.nonce, m.nonceHint]
    case 'iterations':
      return [m.iterations(formatNumber(fault.asked)), m.iterationsHint(formatNumber(fault.most))]
    case 'said':
      return [m.said(visibleText(fault.word, 80))]
    case 'signature':
      return [m.signature, m.signatureHint]
    case 'no-signature':
      return [m.noSignature, m.noSignatureHint]
    case 'question':
      return [m.question, m.questionHint]
  }
}

type Came = NonNullable<Extract<LinkEnd, { readonly kind: 'refused' }>['authentication']>

/** Explains a refusal by the progress of the authentication. */
function unprovenHint({ method, step }: Came): string {
  const shown = visibleText(method, 60)
  if (!scramMethods.some((one) => one === method)) return m.refusedData(shown)
  return step === 'first' ? m.refusedFirst(shown) : m.refusedProof(shown)
}

/** An explanation in words: the event, and its known or likely causes. */
export interface Explanation {
  readonly title: string
  readonly hints: readonly string[]
}
