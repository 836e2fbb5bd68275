import type { DryrunMessage, DryrunResult } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import type { TransformationFailure } from '@brokerdeck/contract/data-hub/run-transformation.ts'
import * as v from 'valibot'
import { preview as m } from '#features/data-hub/messages/screening.ts'
import { addLabel } from '#i18n/sentences.ts'
import { MessageDifference } from '#kit/message-difference/message-difference.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { CommandText } from '#ui/command-text.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import type { PreviewOutcome } from './preview-engine.ts'
import classes from './transformation-preview.module.css'

interface PreviewResultProps {
  readonly title: string
  readonly message: DryrunMessage
  readonly outcome?: PreviewOutcome
  /** The reason why there is neither a result nor a failure of the transformation. */
  readonly problem?: string
}

/** Shows the transformed message beside the original, or the reason why there is no result. */
export function PreviewResult({ title, message, outcome, problem }: PreviewResultProps) {
  return (
    <section className={classes['result']} aria-label={title}>
      <h3 className={classes['head']}>{title}</h3>
      {problem !== undefined && (
        <Status kind="warn" wraps>
          {problem}
        </Status>
      )}
      {outcome !== undefined && 'failure' in outcome && (
        <Status kind="warn" wraps>
          {addLabel(m.fails, failureWords(outcome.failure))}
        </Status>
      )}
      {outcome !== undefined && 'result' in outcome && <Made message={message} {...outcome} />}
    </section>
  )
}

const flag = (isOn: boolean | undefined) => (isOn === true ? m.isOn : m.isOff)

const encoder = new TextEncoder()

/**
 * Returns the bytes of an Erlang iolist: texts, bytes, and nested lists of both. The broker returns a payload that it
 * has encoded in this form.
 */
function bytesOfIolist(payload: unknown): Uint8Array | undefined {
  if (typeof payload === 'string') return encoder.encode(payload)
  if (!Array.isArray(payload)) return undefined
  const bytes: number[] = []
  const waiting: unknown[] = [payload]
  while (waiting.length > 0) {
    const part = waiting.pop()
    if (Array.isArray(part)) for (const inner of part.toReversed()) waiting.push(inner)
    else if (typeof part === 'string') for (const byte of encoder.encode(part)) bytes.push(byte)
    else if (typeof part === 'number' && part >= 0 && part < 256) bytes.push(part)
    else return undefined
  }
  return Uint8Array.from(bytes)
}

interface MadeProps {
  readonly message: DryrunMessage
  readonly result: DryrunResult
  readonly bytes?: Uint8Array
}

function Made({ message, result, bytes }: MadeProps) {
  const row = (label: string, before: string, after: string) => ({
    label,
    mono: true,
    value: (
      <>
        <Verbatim text={after} mono wrap />
        {before !== after && <span className={classes['note']}> {m.before(visibleText(before, 200))}</span>}
      </>
    ),
  })
  const { payload } = result
  const after = bytes ?? bytesOfIolist(payload)
  return (
    <>
      <PropertyList
        groups={[
          {
            properties: [
              row(m.topic, message.topic, result.topic),
              row(m.qos, String(message.qos ?? 0), String(result.qos)),
              row(m.retain, flag(message.retain), flag(result.retain)),
              row(
                m.userProperty,
                JSON.stringify(message.user_property ?? {}),
                JSON.stringify(result.user_property),
              ),
            ],
          },
        ]}
      />
      {after !== undefined ? (
        <MessageDifference
          label={m.compare}
          before={{ bytes: encoder.encode(message.payload) }}
          after={{ bytes: after }}
        />
      ) : (
        <CommandText label={m.bytes} text={JSON.stringify(payload)} />
      )}
    </>
  )
}

const reasonSchema = v.fallback(
  v.looseObject({
    reason: v.optional(v.string(), ''),
    var_name: v.optional(v.string(), ''),
    function: v.optional(v.string(), ''),
    input: v.optional(v.string(), ''),
    exception: v.optional(v.string()),
  }),
  { reason: '', var_name: '', function: '', input: '' },
)

/** Describes the broker's failure reason in words. */
export function failureWords(failure: TransformationFailure): string {
  const { msg, reason: given, schema_name: schema } = failure
  if (msg.endsWith('_schema_not_found')) return m.noSchema(visibleText(String(schema ?? ''), 80))
  if (msg === 'payload_decode_failed') return m.notJson
  if (msg.endsWith('_schema_failure'))
    return m.misfit(visibleText(String(schema ?? ''), 80), visibleText(String(given ?? ''), 200))
  const reason = v.parse(reasonSchema, given)
  switch (reason.reason) {
    case 'var_unbound':
      return m.unbound(visibleText(reason.var_name, 80))
    case 'unknown_variform_function':
      return m.unknownFunction(visibleText(reason.function, 80))
    case 'bad_qos_value':
      return m.badQos(visibleText(reason.input, 80))
    case 'bad_retain_value':
      return m.badRetain(visibleText(reason.input, 80))
    default:
      return reason.exception === undefined
        ? m.otherFailure(visibleText(typeof given === 'string' ? `${msg}: ${given}` : msg, 200))
        : m.badArgument
  }
}
