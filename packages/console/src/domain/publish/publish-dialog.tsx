import { type Publish, publish, publishNoteSchema } from '@brokerdeck/contract/traffic/publish.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { describeError, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyNoPublish } from '#api/query.ts'
import { DialogShell } from '#kit/dialogs/dialog-shell.tsx'
import { reasonWords } from '#kit/reason-words/reason-words.ts'
import { base64FromBytes, textFromBytes } from '#lib/payload.ts'
import { publish as m, publishOpening as opening } from './messages.ts'
import { newDraft } from './publish-draft.ts'
import { PublishForm } from './publish-form.tsx'
import type {
  PublishField,
  PublishLimits,
  PublishMessage,
  PublishOutcome,
  PublishProperties,
  PublishSender,
} from './publish-message.ts'

interface PublishDialogProps {
  /** The initial topic; if empty, the operator types it. */
  readonly topic: string
  readonly onClose: () => void
}

/** Publishes through the API, from any page. The dialog stays open, because a message is seldom the last. */
export function PublishDialog({ topic, onClose }: PublishDialogProps) {
  const [draft, setDraft] = useState(() => newDraft({ topic }))
  return (
    <DialogShell title={opening.title} size={640} onClose={onClose}>
      <p className="support">{m.throughApi}</p>
      <PublishForm label={opening.title} draft={draft} onDraftChange={setDraft} sender={apiSender()} />
    </DialogShell>
  )
}

/**
 * The limits of the API: user properties as an object, correlation data as a text, and no connection for topic
 * aliases.
 */
const limits: PublishLimits = {
  hasProperties: true,
  topicAliasMaximum: 0,
  repeatsNames: false,
  hasBinaryCorrelation: false,
}

/** Publishes through `POST /publish`, in the name of the broker. */
export function apiSender(): PublishSender {
  return { limits, disabledReason: whyNoPublish(), send }
}

async function send(message: PublishMessage): Promise<PublishOutcome> {
  try {
    const answer = await request(publish.publish, { body: toBody(message) })
    return { kind: 'published', receivers: 'id' in answer ? 'some' : 'none' }
  } catch (error) {
    return describeRefusal(error, message)
  }
}

function toBody({ topic, payload, qos, retain, properties = {} }: PublishMessage): Publish {
  const { text, isText } = textFromBytes(payload)
  return {
    topic,
    qos,
    retain,
    ...(isText ? { payload: text } : { payload: base64FromBytes(payload), payload_encoding: 'base64' }),
    properties: toProperties(properties),
  }
}

function toProperties(properties: PublishProperties): Publish['properties'] {
  const { isText, expiry, contentType, responseTopic, correlationData, userProperties } = properties
  return {
    ...(isText === true ? { payload_format_indicator: 1 } : {}),
    ...(expiry === undefined ? {} : { message_expiry_interval: expiry }),
    ...(contentType === undefined ? {} : { content_type: contentType }),
    ...(responseTopic === undefined ? {} : { response_topic: responseTopic }),
    ...(correlationData === undefined ? {} : { correlation_data: textFromBytes(correlationData).text }),
    ...(userProperties === undefined ? {} : { user_properties: Object.fromEntries(userProperties) }),
  }
}

/** The fields by the names of the broker's notes: its number for "too large" has another meaning in MQTT. */
const fieldsOfNotes: ReadonlyMap<string, PublishField> = new Map([
  ['topic_name_invalid', 'topic'],
  ['packet_too_large', 'payload'],
])

/** The fields by the paths in the broker's validation errors. */
const fieldsOfPaths: ReadonlyMap<string, PublishField> = new Map([
  ['topic', 'topic'],
  ['payload', 'payload'],
  ['qos', 'qos'],
  ['retain', 'retain'],
  ['properties.payload_format_indicator', 'isText'],
  ['properties.message_expiry_interval', 'expiry'],
  ['properties.content_type', 'contentType'],
  ['properties.response_topic', 'responseTopic'],
  ['properties.correlation_data', 'correlationData'],
])

function describeRefusal(error: unknown, { properties }: PublishMessage): PublishOutcome {
  const problem = getProblem(error)
  const { title, detail, raw } = describeError(error)
  if (problem?.kind !== 'rejected') return { kind: 'refused', title, detail, raw }
  const note = v.safeParse(v.pipe(v.string(), v.parseJson(), publishNoteSchema), problem.raw)
  if (note.success) {
    const words = reasonWords(note.output.message)
    const field = fieldsOfNotes.get(note.output.message)
    // The broker gives the same reason for both topics of a message, so the field is unknown if a message has two.
    const isUnclear = field === 'topic' && properties?.responseTopic !== undefined
    return {
      kind: 'refused',
      title: m.failure,
      detail:
        words === undefined
          ? problem.message
          : [words.title, words.meaning ?? ''].filter(Boolean).join(m.because),
      raw: problem.raw,
      field: isUnclear ? undefined : field,
    }
  }
  const [first] = problem.fields
  const field = first && fieldsOfPaths.get(first.path)
  return { kind: 'refused', title: m.failure, detail: first?.message ?? detail, raw, field }
}
