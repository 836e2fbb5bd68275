import type { PayloadDraft } from '#lib/payload-draft.ts'

const emptyPayload: PayloadDraft = { kind: 'text', text: '' }

/** A message as it is typed. Numbers stay text until they are sent, so that no input is lost. */
export interface PublishDraft {
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  readonly payload: PayloadDraft
  readonly isText: boolean
  readonly expiry: string
  readonly contentType: string
  readonly responseTopic: string
  readonly correlationData: PayloadDraft
  readonly topicAlias: string
  readonly userProperties: readonly UserPropertyDraft[]
}

export interface UserPropertyDraft {
  readonly key: string
  readonly value: string
}

const blank: PublishDraft = {
  topic: '',
  qos: 0,
  retain: false,
  payload: emptyPayload,
  isText: false,
  expiry: '',
  contentType: '',
  responseTopic: '',
  correlationData: emptyPayload,
  topicAlias: '',
  userProperties: [],
}

export function newDraft(known: Partial<PublishDraft> = {}): PublishDraft {
  return { ...blank, ...known }
}

/** Returns the number of MQTT 5 properties that are set. */
export function propertyCount(draft: PublishDraft): number {
  const { expiry, contentType, responseTopic, correlationData, topicAlias } = draft
  const texts = [expiry, contentType, responseTopic, correlationData.text, topicAlias]
  return texts.filter((text) => text !== '').length + Number(draft.isText) + draft.userProperties.length
}
