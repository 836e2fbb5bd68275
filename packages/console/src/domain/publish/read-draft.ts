import { formatNumber } from '#i18n/format-number.ts'
import { payloadFault } from '#kit/payload-input/payload-fault.ts'
import { describeTopicFault } from '#kit/topic-words/topic-fault.ts'
import { textFromBytes } from '#lib/payload.ts'
import { bytesOfDraft } from '#lib/payload-draft.ts'
import { publish as m } from './messages.ts'
import type { PublishDraft, UserPropertyDraft } from './publish-draft.ts'
import type { PublishField, PublishLimits, PublishMessage, PublishProperties } from './publish-message.ts'

export type PublishFaults = ReadonlyMap<PublishField, string>

export type ReadDraft =
  | { readonly kind: 'ready'; readonly message: PublishMessage }
  | { readonly kind: 'faulty'; readonly faults: PublishFaults }

/** The maximum expiry in seconds, which has four bytes (§3.3.2.3.3). */
const longestExpiry = 0xffff_ffff
/** The maximum length of any MQTT text in bytes (§1.5.4). */
const longestText = 65_535

/**
 * Returns the message of a draft, or its errors by field. Properties that the way of sending does not support are
 * left out.
 */
export function readDraft(draft: PublishDraft, limits: PublishLimits): ReadDraft {
  const faults = new Map([
    ...faultsOfMessage(draft),
    ...(limits.hasProperties ? faultsOfProperties(draft, limits) : []),
  ])
  if (faults.size > 0) return { kind: 'faulty', faults }
  const { topic, qos, retain } = draft
  const payload = bytesOfDraft(draft.payload) ?? new Uint8Array()
  const message = { topic, payload, qos, retain }
  if (!limits.hasProperties) return { kind: 'ready', message }
  return { kind: 'ready', message: { ...message, properties: buildProperties(draft, limits) } }
}

type Fault = readonly [PublishField, string]

function faultsOfMessage({ topic, payload }: PublishDraft): readonly Fault[] {
  return toFaults([
    ['topic', describeTopicFault(topic)],
    ['payload', payloadFault(payload)],
  ])
}

function faultsOfProperties(draft: PublishDraft, limits: PublishLimits): readonly Fault[] {
  const { expiry, contentType, responseTopic, topicAlias, userProperties } = draft
  return toFaults([
    ['isText', draft.isText && !isText(bytesOfDraft(draft.payload)) ? m.notText : undefined],
    ['expiry', wholeFault(expiry, 0, longestExpiry)],
    ['contentType', textFault(contentType)],
    ['responseTopic', responseTopic === '' ? undefined : describeTopicFault(responseTopic)],
    ['correlationData', correlationFault(draft, limits)],
    [
      'topicAlias',
      limits.topicAliasMaximum === 0 ? undefined : wholeFault(topicAlias, 1, limits.topicAliasMaximum),
    ],
    ...userProperties.map((row, at): [PublishField, string | undefined] => [
      `userProperties.${at}`,
      textFault(row.key) ?? textFault(row.value) ?? repeatFault(userProperties, at, limits),
    ]),
  ])
}

function toFaults(all: readonly (readonly [PublishField, string | undefined])[]): readonly Fault[] {
  return all.flatMap(([field, fault]) => (fault === undefined ? [] : [[field, fault] as const]))
}

function isText(bytes: Uint8Array | undefined): boolean {
  return bytes === undefined || textFromBytes(bytes).isText
}

function correlationFault({ correlationData }: PublishDraft, limits: PublishLimits): string | undefined {
  const fault = payloadFault(correlationData)
  if (fault !== undefined || limits.hasBinaryCorrelation || isText(bytesOfDraft(correlationData)))
    return fault
  return m.correlationIsText
}

function wholeFault(text: string, min: number, max: number): string | undefined {
  if (text.trim() === '') return undefined
  const number = Number(text)
  const isIn = Number.isInteger(number) && number >= min && number <= max
  return isIn ? undefined : m.range(formatNumber(min), formatNumber(max))
}

function textFault(text: string): string | undefined {
  if (text.includes('\0')) return m.nullCharacter
  if (/\p{Surrogate}/u.test(text)) return m.notUtf8
  return new TextEncoder().encode(text).length > longestText
    ? m.tooLong(formatNumber(longestText))
    : undefined
}

function repeatFault(
  rows: readonly UserPropertyDraft[],
  at: number,
  limits: PublishLimits,
): string | undefined {
  const key = rows[at]?.key
  const isRepeated = rows.some((row, other) => other < at && row.key === key && !isBlank(row))
  return isRepeated && !limits.repeatsNames ? m.repeatedName : undefined
}

function isBlank({ key, value }: UserPropertyDraft): boolean {
  return key === '' && value === ''
}

function buildProperties(draft: PublishDraft, limits: PublishLimits): PublishProperties {
  const { expiry, contentType, responseTopic, correlationData, topicAlias } = draft
  const rows = draft.userProperties.filter((row) => !isBlank(row))
  return {
    ...(draft.isText ? { isText: true } : {}),
    ...(expiry.trim() === '' ? {} : { expiry: Number(expiry) }),
    ...(contentType === '' ? {} : { contentType }),
    ...(responseTopic === '' ? {} : { responseTopic }),
    ...(correlationData.text === ''
      ? {}
      : { correlationData: bytesOfDraft(correlationData) ?? new Uint8Array() }),
    ...(limits.topicAliasMaximum === 0 || topicAlias.trim() === '' ? {} : { topicAlias: Number(topicAlias) }),
    ...(rows.length === 0
      ? {}
      : { userProperties: rows.map(({ key, value }): [string, string] => [key, value]) }),
  }
}
