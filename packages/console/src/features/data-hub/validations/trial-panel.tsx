import {
  type SchemaValidation,
  schemaValidationSchema,
} from '@brokerdeck/contract/data-hub/schema-validations.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { trial as m } from '#features/data-hub/messages/screening.ts'
import type { KnownSchemas } from '#features/data-hub/screening/known-schemas.tsx'
import {
  freshMessage,
  MessageInputs,
  readDryrunMessage,
} from '#features/data-hub/transformations/message-inputs.tsx'
import classes from '#features/data-hub/transformations/transformation-preview.module.css'
import { joinSentences } from '#i18n/sentences.ts'
import { useFormState } from '#kit/form/form-store.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Status } from '#ui/status.tsx'
import type { CheckOutcome } from './check-here.ts'
import { validationBody, validationFaults } from './validation-sections.ts'

type Message = NonNullable<ReturnType<typeof readDryrunMessage>>

/**
 * Shows whether a message passes the present form. The API has no dry run of a validation, so the result is computed
 * here.
 */
export function TrialPanel({ known }: { readonly known: KnownSchemas | undefined }) {
  const document = useFormState((state) => state.next)
  const [typed, setTyped] = useState(freshMessage)
  // An incomplete form is not evaluated, but a name is not needed for a trial.
  const isWhole = useFormState(({ faults }) => faults.every(({ path }) => path === 'name'))
  const validation = useMemo(() => (isWhole ? parseValidation(document) : undefined), [isWhole, document])
  const message = useMemo(() => readDryrunMessage(typed), [typed])
  const outcomes = useOutcomes(validation, message, known)
  const hasBytes = validation?.checks.some(({ type }) => type === 'avro' || type === 'protobuf') === true
  return (
    <Panel title={m.title} caption={m.text}>
      <div className={classes['body']}>
        <MessageInputs typed={typed} onChange={setTyped} />
        {hasBytes && <p className={classes['note']}>{m.asText}</p>}
        {(validation === undefined || message === undefined) && (
          <p className={classes['note']}>{m.incomplete}</p>
        )}
        {validation !== undefined && message !== undefined && outcomes !== undefined && (
          <section className={classes['result']} aria-label={m.verdict}>
            <Verdict validation={validation} topic={message.topic} outcomes={outcomes} />
            <PropertyList groups={[{ properties: outcomes.map(toProperty) }]} />
          </section>
        )}
      </div>
    </Panel>
  )
}

function toProperty({ passes, reason }: CheckOutcome, at: number) {
  return {
    label: m.check(at + 1),
    wraps: true,
    value:
      passes === undefined ? (
        <Status kind="unknown">{m.unknown}</Status>
      ) : (
        <Status kind={passes ? 'ok' : 'bad'} wraps>
          {passes ? m.passed : joinSentences(m.failed, reason)}
        </Status>
      ),
  }
}

/** Tells whether the message passes as a whole; undefined if only the broker can tell. */
function judgeOutcomes({ strategy }: Pick<SchemaValidation, 'strategy'>, outcomes: readonly CheckOutcome[]) {
  const decisive = strategy === 'any_pass'
  if (outcomes.some(({ passes }) => passes === decisive)) return decisive
  return outcomes.some(({ passes }) => passes === undefined) ? undefined : !decisive
}

interface VerdictProps {
  readonly validation: SchemaValidation
  readonly topic: string
  readonly outcomes: readonly CheckOutcome[]
}

function Verdict({ validation, topic, outcomes }: VerdictProps) {
  if (!validation.topics.some((filter) => topicMatches(filter, topic)))
    return (
      <Status kind="off" wraps>
        {m.notCovered}
      </Status>
    )
  const passes = judgeOutcomes(validation, outcomes)
  if (passes === undefined) return <Status kind="unknown">{m.unknown}</Status>
  return passes ? (
    <Status kind="ok">{m.passes}</Status>
  ) : (
    <Status kind={validation.failure_action === 'ignore' ? 'warn' : 'bad'} wraps>
      {m[validation.failure_action]}
    </Status>
  )
}

/** Returns the validation of the form; undefined while the form has errors. */
function parseValidation(document: ApiDocument): SchemaValidation | undefined {
  if (validationFaults(document).length > 0) return undefined
  try {
    return v.parse(schemaValidationSchema, validationBody(document, 'x', true))
  } catch (error) {
    if (v.isValiError(error)) return undefined
    throw error
  }
}

/** Loads the evaluator in the background; the form works without it. */
function useOutcomes(
  validation: SchemaValidation | undefined,
  message: Message | undefined,
  known: KnownSchemas | undefined,
): readonly CheckOutcome[] | undefined {
  const [computed, setComputed] = useState<{
    of: SchemaValidation
    on: Message
    outcomes: readonly CheckOutcome[]
  }>()
  useEffect(() => {
    let isWanted = true
    if (validation === undefined || message === undefined) return undefined
    void import('./check-here.ts').then(
      async ({ checkHere }) => {
        const outcomes = await checkHere(validation, message, known)
        if (isWanted) setComputed({ of: validation, on: message, outcomes })
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [validation, message, known])
  return computed?.of === validation && computed?.on === message ? computed?.outcomes : undefined
}
