import { reasonName } from '@brokerdeck/contract/reason-codes.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { reasonWords } from '#kit/reason-words/reason-words.ts'
import { trace as m } from '../messages.ts'
import type { StoryEventOf } from '../story/story.ts'
import type { Spoken } from './spoken.ts'

/** From here on a code is a refusal (MQTT 5 §2.4). */
const firstRefusal = 0x80

function titleOf(code: number): string {
  const name = reasonName(code)
  return (name === undefined ? undefined : reasonWords(name)?.title) ?? m.code(String(code))
}

export function subscribeWords({ filters, codes }: StoryEventOf<'subscribe'>): Spoken {
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
      notes: [...asked, m.partlyRefused([...new Set(refused.map(titleOf))].join(', '))],
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

/** Below this span the clock of the log says more about itself than about the client. */
const instant = 1

export function messageWords(event: Message): Spoken {
  const { kind, topic, qos, isRetained, payload, ack } = event
  const notes = [...(qos === undefined ? [] : [m.qos(qos)]), ...(isRetained ? [m.retained] : [])]
  const isRefused = ack !== undefined && ack.code >= firstRefusal
  const name = ack === undefined || ack.code === 0 ? undefined : reasonName(ack.code)
  if (ack !== undefined && ack.code !== 0) notes.push(titleOf(ack.code))
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
