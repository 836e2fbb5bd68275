import { connectReturnName, reasonName } from '@brokerdeck/contract/reason-codes.ts'
import { trace as m } from '#domain/trace/messages.ts'
import type { StoryEvent, StoryEventOf } from '#domain/trace/story/story.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { type ReasonWords, reasonWords } from '#kit/reason-words/reason-words.ts'
import { visibleText } from '#lib/visible-text.ts'
import type { Spoken } from './spoken.ts'

/** Describes an event in words. */
export function eventWords(event: StoryEvent): Spoken {
  switch (event.kind) {
    case 'connect':
      return connectWords(event)
    case 'authenticate':
      return authenticationWords(event)
    case 'connected':
      return {
        tone: 'ok',
        headline: m.connected,
        notes: [event.isSessionPresent ? m.sessionResumed : m.sessionNew],
      }
    case 'refused':
      return describeRefused(event)
    case 'authorize':
      return accessWords(event)
    case 'subscribe':
      return subscribeWords(event)
    case 'unsubscribe':
      return { tone: 'plain', headline: m.unsubscribe, subject: event.filters.join(', ') }
    case 'publish':
    case 'deliver':
      return messageWords(event)
    case 'drop':
      return dropWords(event)
    case 'disconnect':
      return goodbyeWords(event)
    case 'alive':
      return {
        tone: 'quiet',
        headline: m.alive,
        notes: [m.pings(formatNumber(event.count), event.count === 1)],
      }
    case 'note':
      return noteWords(event)
  }
}

function hex(code: number): string {
  return `0x${code.toString(16).toUpperCase().padStart(2, '0')}`
}

/** The reasons for an end that need no investigation. */
const harmless = new Set(['normal', 'disconnect_with_will', 'disconnect_with_will_message', 'success'])

/** The broker prints the codes of MQTT 3.1.1 as they are transmitted (1 to 5). */
function describeRefused({ code, protocolVersion, reason }: StoryEventOf<'refused'>): Spoken {
  const isOld = protocolVersion !== undefined && protocolVersion < 5 && code < 0x80
  const named = isOld ? connectReturnName(code) : reasonName(code)
  const name = reason !== undefined && !harmless.has(reason) && reasonWords(reason) ? reason : named
  return { tone: 'bad', ...explainReason(m.refused, name), notes: [m.code(isOld ? String(code) : hex(code))] }
}

function explainReason(
  what: string,
  name: string | undefined,
): { readonly headline: string; readonly explanation: ReasonWords | undefined } {
  const explanation = name === undefined ? undefined : reasonWords(name)
  const title = explanation?.title ?? (name === undefined ? undefined : visibleText(name, 120))
  return { headline: title === undefined ? what : m.withReason(what, title), explanation }
}

function dropWords({ topic, reason }: StoryEventOf<'drop'>): Spoken {
  const explanation = reason === undefined ? undefined : reasonWords(reason)
  return {
    tone: 'warn',
    headline: topic === undefined ? m.drop : m.dropOn,
    subject: topic,
    notes: reason === undefined ? [] : [explanation?.title ?? visibleText(reason, 120)],
    explanation,
  }
}

function goodbyeWords({ by, code, reason }: StoryEventOf<'disconnect'>): Spoken {
  if (by === 'client') {
    const name = code === undefined || code === 0 ? undefined : reasonName(code)
    const isHarmless = name === undefined || harmless.has(name)
    return { tone: isHarmless ? 'plain' : 'warn', ...explainReason(m.goodbye, name) }
  }
  const named = code === undefined || code === 0 ? undefined : reasonName(code)
  // The broker's own reason is more specific than the code: discarded and takenover share one code.
  const name = reason !== undefined && reasonWords(reason) !== undefined ? reason : (named ?? reason)
  const tone = name === undefined || harmless.has(name) ? 'plain' : by === 'broker' ? 'bad' : 'warn'
  return {
    tone,
    ...explainReason(by === 'broker' ? m.cutOff : m.ended, name),
    ...(code === undefined || code === 0 ? {} : { notes: [m.code(hex(code))] }),
  }
}

const noted: ReadonlyMap<string, string> = new Map(
  Object.entries(m).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
)

function noteWords({ msg, level, detail }: StoryEventOf<'note'>): Spoken {
  const isTrouble = /exception|failed|error/.test(msg) || /^(?:error|critical|alert|emergency)$/.test(level)
  const words = msg.includes('_') ? noted.get(msg) : undefined
  return {
    tone: isTrouble ? 'bad' : level === 'warning' ? 'warn' : 'quiet',
    headline: words ?? visibleText(msg.replaceAll('_', ' '), 160),
    subject: detail,
  }
}

const versions: Readonly<Record<number, string>> = { 3: '3.1', 4: '3.1.1', 5: '5.0' }

function connectWords(event: StoryEventOf<'connect'>): Spoken {
  const { username, peername, listener, protocolVersion, isCleanStart, keepAlive, hasWill } = event
  const notes = [
    m.protocol(versions[protocolVersion] ?? String(protocolVersion)),
    username === undefined ? m.withoutUser : m.asUser(visibleText(username, 80)),
    isCleanStart ? m.cleanStart : m.resume,
    keepAlive === 0 ? m.noKeepAlive : m.keepAlive(formatDuration(keepAlive * 1000)),
    ...(hasWill ? [m.withWill] : []),
    ...(peername === undefined ? [] : [m.from(visibleText(peername, 80))]),
    ...(listener === undefined ? [] : [m.atListener(visibleText(listener, 80))]),
  ]
  return { tone: 'plain', headline: m.connect, notes }
}

function authenticationWords({ outcome, by, reason }: StoryEventOf<'authenticate'>): Spoken {
  switch (outcome) {
    case 'allowed':
      return { tone: 'ok', headline: by === undefined ? m.authenticated : m.authenticatedBy, subject: by }
    case 'passed-on':
      return { tone: 'quiet', headline: m.passedOn, subject: by, notes: [m.passedOnNote] }
    case 'none': {
      const isListener = reason === 'enable_authn_false'
      const note = isListener ? m.listenerSkips : m.noAuthenticatorNote
      return { tone: 'plain', headline: m.noAuthenticator, notes: [note] }
    }
    case 'refused': {
      const explanation = reason === undefined ? undefined : reasonWords(reason)
      const note = explanation?.title ?? (reason === undefined ? undefined : visibleText(reason, 120))
      return {
        tone: 'bad',
        headline: by === undefined ? m.credentialsRefused : m.credentialsRefusedBy,
        subject: by,
        notes: note === undefined ? [] : [note],
        explanation,
      }
    }
  }
}

const sources: ReadonlyMap<string, string> = new Map([
  ['file', m.sourceFile],
  ['built_in_database', m.sourceDatabase],
  ['client_info', m.sourceClient],
  ['superuser', m.sourceSuperuser],
  ['default', m.sourceDefault],
  ['cache', m.sourceCache],
])

const accessHeadlines = {
  allow: { publish: m.mayPublish, subscribe: m.maySubscribe },
  deny: { publish: m.mayNotPublish, subscribe: m.mayNotSubscribe },
  none: { publish: m.noRulePublish, subscribe: m.noRuleSubscribe },
} as const

const accessTones = { allow: 'ok', deny: 'bad', none: 'quiet' } as const

function accessWords({ action, topic, permission, by, rule }: StoryEventOf<'authorize'>): Spoken {
  const source = by === undefined ? undefined : (sources.get(by) ?? visibleText(by, 80))
  const phrase = permission === 'none' ? m.notMatched : m.decidedBy
  return {
    tone: accessTones[permission],
    headline: accessHeadlines[permission][action],
    subject: topic,
    notes: [
      ...(source === undefined ? [] : [phrase(source)]),
      ...(rule === undefined ? [] : [m.rule(visibleText(rule, 120))]),
    ],
  }
}

/** Codes from this value on are failures (MQTT 5 §2.4). */
const firstRefusal = 0x80

function describeCode(code: number): string {
  const name = reasonName(code)
  return (name === undefined ? undefined : reasonWords(name)?.title) ?? m.code(String(code))
}

function subscribeWords({ filters, codes }: StoryEventOf<'subscribe'>): Spoken {
  const subject = filters.map(({ filter }) => filter).join(', ')
  const asked = [...new Set(filters.flatMap(({ qos }) => (qos === undefined ? [] : [m.qos(qos)])))]
  const refused = codes?.filter((code) => code >= firstRefusal) ?? []
  const [first] = refused
  if (first !== undefined) {
    const name = reasonName(first)
    return {
      tone: 'bad',
      headline: m.subscribe,
      subject,
      notes: [...asked, m.partlyRefused([...new Set(refused.map(describeCode))].join(', '))],
      explanation: name === undefined ? undefined : reasonWords(name),
    }
  }
  const granted = [...new Set(codes?.map((code) => m.qos(code)) ?? [])].join(', ')
  const isLess = granted !== '' && granted !== asked.join(', ')
  return {
    tone: isLess ? 'warn' : 'plain',
    headline: m.subscribe,
    subject,
    notes: isLess ? [...asked, m.granted(granted)] : asked,
  }
}

type Message = StoryEventOf<'publish' | 'deliver'>

/** The smallest duration shown, in milliseconds: below it the log's clock is not precise enough. */
const instant = 1

function messageWords(event: Message): Spoken {
  const { kind, topic, qos, isRetained, payload, ack } = event
  const notes = [...(qos === undefined ? [] : [m.qos(qos)]), ...(isRetained ? [m.retained] : [])]
  const isRefused = ack !== undefined && ack.code >= firstRefusal
  const name = ack === undefined || ack.code === 0 ? undefined : reasonName(ack.code)
  if (ack !== undefined && ack.code !== 0) notes.push(describeCode(ack.code))
  else if (kind === 'publish' && ack !== undefined) notes.push(m.taken)
  else if (kind === 'deliver' && ack !== undefined)
    notes.push(m.acknowledged(formatDuration(Math.max(instant, ack.at - event.at))))
  else if (kind === 'deliver' && (qos ?? 0) > 0) notes.push(m.unacknowledged)
  return {
    tone: isRefused ? 'bad' : 'plain',
    headline: kind === 'publish' ? m.publish : m.deliver,
    subject: topic,
    notes,
    payload,
    ...(isRefused && name !== undefined ? { explanation: reasonWords(name) } : {}),
  }
}
