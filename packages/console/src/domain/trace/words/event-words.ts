import { connectReturnName, reasonName } from '@brokerdeck/contract/reason-codes.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { type ReasonWords, reasonWords } from '#kit/reason-words/reason-words.ts'
import { visibleText } from '#lib/visible-text.ts'
import { trace as m } from '../messages.ts'
import type { StoryEvent, StoryEventOf } from '../story/story.ts'
import { accessWords, authenticationWords, connectWords } from './access-words.ts'
import { messageWords, subscribeWords } from './message-words.ts'
import type { Spoken } from './spoken.ts'

/** What happened, in words. */
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
      return refusedWords(event)
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

/** Ends that nobody has to look into. */
const harmless = new Set(['normal', 'disconnect_with_will', 'disconnect_with_will_message', 'success'])

/** The broker prints the codes of MQTT 3.1.1 as they are on the wire (1 to 5). */
function refusedWords({ code, protocolVersion, reason }: StoryEventOf<'refused'>): Spoken {
  const isOld = protocolVersion !== undefined && protocolVersion < 5 && code < 0x80
  const named = isOld ? connectReturnName(code) : reasonName(code)
  const name = reason !== undefined && !harmless.has(reason) && reasonWords(reason) ? reason : named
  return { tone: 'bad', ...explained(m.refused, name), notes: [m.code(isOld ? String(code) : hex(code))] }
}

function explained(
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
    return { tone: isHarmless ? 'plain' : 'warn', ...explained(m.goodbye, name) }
  }
  const named = code === undefined || code === 0 ? undefined : reasonName(code)
  // The broker's own word says more than the code: discarded and takenover share one.
  const name = reason !== undefined && reasonWords(reason) !== undefined ? reason : (named ?? reason)
  const tone = name === undefined || harmless.has(name) ? 'plain' : by === 'broker' ? 'bad' : 'warn'
  return {
    tone,
    ...explained(by === 'broker' ? m.cutOff : m.ended, name),
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
