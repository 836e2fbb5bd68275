import type { LinkMessage } from '#domain/mqtt-link/link-message.ts'
import { base64FromBytes } from '#lib/payload.ts'
import { shellWord } from '#lib/shell-word.ts'
import type { TestSubscription } from '../connection/connection-facts.ts'
import { type Command, type CommandPart, command, noteAlone, part, payloadWords } from './command.ts'
import { type CommandLink, connectParts, sessionParts } from './connect-parts.ts'
import { commandText, propertyParts } from './property-parts.ts'

export type WantedSubscription = Pick<TestSubscription, 'filter' | 'options'>

/** Bytes that a command still holds; more would not fit many shells. */
const longestPayload = 16_384
export const payloadFile = 'payload.bin'

/** Subscribes to all of them in one session, as the connection does. */
export function subscribeCommand(link: CommandLink, subscriptions: readonly WantedSubscription[]): Command {
  const isFive = link.settings.version === 5
  return command('mosquitto_sub', [
    ...connectParts(link),
    ...sessionParts(link.settings),
    ...subscriptions.map(({ filter }) => part(['-t', filter])),
    qosPart(subscriptions),
    ...(isFive ? optionParts(subscriptions) : []),
    part(['-v']),
  ])
}

/** One for all. */
function qosPart(subscriptions: readonly WantedSubscription[]): CommandPart {
  const asked = new Set(subscriptions.map(({ options }) => options.qos))
  return part(['-q', Math.max(0, ...asked)], asked.size > 1 ? 'qos' : undefined)
}

/** MQTT 5 §3.8.3.1; the program lacks some of them. */
function optionParts(subscriptions: readonly WantedSubscription[]): readonly CommandPart[] {
  const all = subscriptions.map(({ options }) => options)
  const ids = [...new Set(all.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
  return [
    ...(all.some((one) => one.retainAsPublished) ? [part(['--retain-as-published'])] : []),
    ...(ids.length === 1 ? [part(['-D', 'subscribe', 'subscription-identifier', ...ids])] : []),
    ...(ids.length > 1 ? [noteAlone('subscriptionId')] : []),
    ...(all.some((one) => one.noLocal) ? [noteAlone('noLocal')] : []),
    ...(all.some((one) => one.retainHandling !== 0) ? [noteAlone('retainHandling')] : []),
  ]
}

/** Publishes one message. What concerns a session that lasts is left out: this one ends at once. */
export function publishCommand(link: CommandLink, message: LinkMessage): Command {
  const { topic, qos, retain, payload, properties } = message
  const { text, notes } = command('mosquitto_pub', [
    ...connectParts(link),
    part(['-t', topic]),
    part(['-q', qos]),
    ...(retain ? [part(['-r'])] : []),
    ...(link.settings.version === 5 ? propertyParts('publish', properties ?? {}) : []),
    payloadPart(payload),
  ])
  const isPiped = payload.length <= longestPayload && commandText(payload) === undefined
  const pipe = isPiped ? `printf %s ${shellWord(base64FromBytes(payload))} | base64 -d | ` : ''
  return { text: `${pipe}${text}`, notes }
}

/** As a word, through a pipe, or from a file. */
function payloadPart(payload: Uint8Array): CommandPart {
  if (payload.length === 0) return part(['-n'])
  if (payload.length > longestPayload) return part(['-f', payloadFile], 'file')
  const text = commandText(payload)
  return text === undefined ? part(['-s']) : payloadWords('-m', text)
}
