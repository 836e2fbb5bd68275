import {
  type DryrunResult,
  type MessageTransformation,
  messageTransformations,
} from '@brokerdeck/contract/data-hub/message-transformations.ts'
import type { TransformationFailure } from '@brokerdeck/contract/data-hub/run-transformation.ts'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { describeError, getProblem } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { preview as m } from '#features/data-hub/messages/screening.ts'
import { asksBroker, type KnownSchemas } from '#features/data-hub/screening/known-schemas.tsx'
import { useFormState } from '#kit/form/form-store.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { parseJson } from '#lib/parse-json.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { CapturedMessages } from './captured-messages.tsx'
import { freshMessage, MessageInputs, readDryrunMessage } from './message-inputs.tsx'
import type { PreviewOutcome } from './preview-engine.ts'
import { PreviewResult } from './preview-result.tsx'
import classes from './transformation-preview.module.css'
import { transformationBody, transformationFaults } from './transformation-sections.ts'

/**
 * Tells whether a transformation needs the broker: it uses a schema that is not known here, or data about the broker
 * itself.
 */
function needsBroker(
  { payload_decoder, payload_encoder, operations }: MessageTransformation,
  known: KnownSchemas | undefined,
): boolean {
  const hasSchema = [payload_decoder, payload_encoder].some(
    ({ type }) => type === 'avro' || type === 'protobuf',
  )
  return (hasSchema && known === undefined) || operations.some(({ value }) => asksBroker(value))
}

/** Shows what the present form makes of a message: computed here while typing, and by the broker on request. */
interface TransformationPreviewProps {
  readonly name: string
  readonly known: KnownSchemas | undefined
}

export function TransformationPreview({ name, known }: TransformationPreviewProps) {
  const document = useFormState((state) => state.next)
  const [typed, setTyped] = useState(freshMessage)
  const transformation = useMemo(() => parseTransformation(document, name), [document, name])
  const message = useMemo(() => readDryrunMessage(typed), [typed])
  const [asked, setAsked] = useState<PreviewedMessage>()
  const [isBusy, setBusy] = useState(false)
  const isOnlyBroker = transformation !== undefined && needsBroker(transformation, known)
  const here = usePreviewHere(isOnlyBroker ? undefined : transformation, message, known)
  const of = JSON.stringify([transformation, message])
  async function ask() {
    if (transformation === undefined || message === undefined) return
    setBusy(true)
    setAsked({ of, ...(await askBroker({ transformation, message })) })
    setBusy(false)
  }
  const isWhole = transformation !== undefined && message !== undefined
  return (
    <>
      <Panel title={m.title} caption={m.text}>
        <div className={classes['body']}>
          <MessageInputs typed={typed} onChange={setTyped} />
          <Button
            isBusy={isBusy}
            disabledReason={whyNoWrite() ?? (isWhole ? undefined : m.incomplete)}
            onClick={() => void ask()}
          >
            {m.askBroker}
          </Button>
          {isOnlyBroker && <p className={classes['note']}>{m.onlyBroker}</p>}
          {here !== undefined && message !== undefined && (
            <PreviewResult title={m.here} message={message} outcome={here} />
          )}
          {asked?.of === of && message !== undefined && (
            <PreviewResult title={m.ofBroker} message={message} {...asked} />
          )}
        </div>
      </Panel>
      <CapturedMessages
        transformation={transformation}
        known={known}
        isOnlyBroker={isOnlyBroker}
        onChoose={setTyped}
      />
    </>
  )
}

/** The broker's response with its request: it does not apply to a different request. */
type PreviewedMessage = { readonly of: string } & PreviewAnswer

interface PreviewAnswer {
  readonly outcome?: PreviewOutcome
  /** The reason why there is neither a result nor a failure of the transformation. */
  readonly problem?: string
}

/** Returns the transformation of the form; undefined while the form has errors. */
function parseTransformation(document: ApiDocument, name: string): MessageTransformation | undefined {
  if (transformationFaults(document).length > 0) return undefined
  try {
    const body = transformationBody(document, name, true)
    const isWhole = body.topics.length > 0 && body.operations.every(({ key, value }) => key && value)
    return isWhole ? body : undefined
  } catch (error) {
    if (v.isValiError(error)) return undefined
    throw error
  }
}

type Message = NonNullable<ReturnType<typeof readDryrunMessage>>

/** Loads the evaluator in the background; the form works without it. */
function usePreviewHere(
  transformation: MessageTransformation | undefined,
  message: Message | undefined,
  known: KnownSchemas | undefined,
) {
  const [computed, setComputed] = useState<{
    of: MessageTransformation
    on: Message
    outcome: PreviewOutcome
  }>()
  useEffect(() => {
    let isWanted = true
    if (transformation === undefined || message === undefined) return undefined
    void import('./preview-engine.ts').then(
      ({ previewHere }) => {
        if (!isWanted) return
        setComputed({ of: transformation, on: message, outcome: previewHere(transformation, message, known) })
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [transformation, message, known])
  return computed?.of === transformation && computed?.on === message ? computed?.outcome : undefined
}

const failureSchema = v.looseObject({ msg: v.string() })

async function askBroker(body: {
  readonly transformation: MessageTransformation
  readonly message: Message
}): Promise<PreviewAnswer> {
  try {
    const result: DryrunResult = await request(messageTransformations.dryrun, { body })
    return { outcome: { result } }
  } catch (error) {
    const failure = failureIn(error)
    if (failure !== undefined) return { outcome: { failure } }
    const { title, detail } = describeError(error)
    return { problem: detail ?? title }
  }
}

/** Returns the failure of a transformation, which has a response body of its own format. */
function failureIn(error: unknown): TransformationFailure | undefined {
  const problem = getProblem(error)
  if (problem?.kind !== 'rejected' || problem.raw === undefined) return undefined
  const parsed = v.safeParse(failureSchema, parseJson(problem.raw))
  return parsed.success ? parsed.output : undefined
}
