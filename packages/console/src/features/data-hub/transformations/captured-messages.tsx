import type { MessageTransformation } from '@brokerdeck/contract/data-hub/message-transformations.ts'
import { useEffect, useState } from 'react'
import { CaptureBar } from '#domain/mqtt-link/capture/capture-bar.tsx'
import type { ReceivedMessage } from '#domain/mqtt-link/capture/capture-event.ts'
import { useMessageCapture } from '#domain/mqtt-link/capture/use-message-capture.ts'
import { captured as m, preview } from '#features/data-hub/messages/screening.ts'
import type { KnownSchemas } from '#features/data-hub/screening/known-schemas.tsx'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import type { Column } from '#kit/table/column.ts'
import { DataTable } from '#kit/table/data-table.tsx'
import { textFromBytes } from '#lib/payload.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Status } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { freshMessage, readDryrunMessage, type TypedMessage } from './message-inputs.tsx'
import type { PreviewOutcome } from './preview-engine.ts'
import { failureWords } from './preview-result.tsx'
import classes from './transformation-preview.module.css'

/** The maximum number of kept messages; all of them are transformed again at every keystroke in the form. */
const mostKept = 100
/** The maximum number of characters of all payloads together. */
const mostCharacters = 262_144

interface Captured {
  readonly id: number
  readonly at: number
  readonly typed: TypedMessage
}

interface Held {
  readonly kept: readonly Captured[]
  /** True if older messages were dropped. */
  readonly isCut: boolean
  /** The number of payloads that are not text: a preview accepts only text. */
  readonly bytesOnly: number
  /** The number of payloads that alone exceed the limit for all payloads together. */
  readonly tooLarge: number
  readonly nextId: number
}

const nothing: Held = { kept: [], isCut: false, bytesOnly: 0, tooLarge: 0, nextId: 0 }

function toTypedMessage({
  topic,
  payload,
  qos,
  retain,
  properties,
}: ReceivedMessage): TypedMessage | undefined {
  const { text, isText } = textFromBytes(payload)
  return isText
    ? {
        ...freshMessage,
        topic,
        payload: text,
        retain,
        qos: String(qos),
        user_property: JSON.stringify(Object.fromEntries(properties?.userProperties ?? [])),
        pub_props: JSON.stringify({
          'Content-Type': properties?.contentType,
          'Response-Topic': properties?.responseTopic,
          'Message-Expiry-Interval': properties?.expiry,
        }),
      }
    : undefined
}

function withCame(held: Held, messages: readonly ReceivedMessage[]): Held {
  const texts = messages.flatMap((one) => {
    const typed = toTypedMessage(one)
    return typed === undefined ? [] : [{ at: one.at, typed }]
  })
  const fitting = texts.filter(({ typed }) => typed.payload.length <= mostCharacters)
  const came = fitting.map((one, index) => ({ ...one, id: held.nextId + index }))
  const all = [...held.kept, ...came]
  let characters = 0
  let first = all.length
  while (first > 0 && all.length - first < mostKept) {
    characters += all[first - 1]?.typed.payload.length ?? 0
    if (characters > mostCharacters) break
    first -= 1
  }
  return {
    kept: all.slice(first),
    isCut: held.isCut || first > 0,
    bytesOnly: held.bytesOnly + messages.length - texts.length,
    tooLarge: held.tooLarge + texts.length - fitting.length,
    nextId: held.nextId + came.length,
  }
}

interface Judged extends Captured {
  /** The outcome; undefined if only the broker can tell. */
  readonly outcome: PreviewOutcome | undefined
}

interface CapturedMessagesProps {
  /** The transformation; undefined while the form is not complete. */
  readonly transformation: MessageTransformation | undefined
  readonly known: KnownSchemas | undefined
  /** True if the transformation needs data about the broker itself, which is not computed here. */
  readonly isOnlyBroker: boolean
  readonly onChoose: (typed: TypedMessage) => void
}

/** Shows what the present form makes of the messages that arrive on its topics. */
export function CapturedMessages({ transformation, known, isOnlyBroker, onChoose }: CapturedMessagesProps) {
  const [held, setHeld] = useState(nothing)
  const capture = useMessageCapture((messages) => setHeld((now) => withCame(now, messages)))
  const rows = useJudged(held.kept, isOnlyBroker ? undefined : transformation, known)
  const failed = rows.filter(({ outcome }) => outcome !== undefined && 'failure' in outcome).length
  const fine = rows.filter(({ outcome }) => outcome !== undefined && 'result' in outcome).length
  return (
    <Panel title={m.title}>
      <div className={classes['body']}>
        <p className={classes['note']}>{m.text}</p>
        <CaptureBar
          observer="transformation"
          filters={transformation?.topics ?? []}
          withoutFilters={transformation === undefined ? preview.incomplete : m.noTopics}
          capture={capture}
        />
        <p className={classes['note']}>{m.already}</p>
        {isOnlyBroker && <p className={classes['note']}>{preview.onlyBroker}</p>}
        {fine + failed > 0 && <p role="status">{m.summary(fine, failed)}</p>}
        {held.kept.length > 0 && (
          <>
            <DataTable
              label={m.title}
              columns={transformation === undefined || isOnlyBroker ? topicOnly : columns}
              rowKey={({ id }) => String(id)}
              rowLabel={({ typed }) => typed.topic}
              query={{ rows, isPending: false, isFetching: false, refetch: () => undefined }}
              rowActions={(row) => [{ label: m.look, onSelect: () => onChoose(row.typed) }]}
            />
            <p className={classes['note']}>{m.senderUnknown}</p>
            <Button size="small" onClick={() => setHeld(nothing)}>
              {m.clear}
            </Button>
          </>
        )}
        {held.bytesOnly > 0 && <p className={classes['note']}>{m.bytesOnly(held.bytesOnly)}</p>}
        {held.tooLarge > 0 && (
          <p className={classes['note']}>{m.tooLarge(held.tooLarge, formatBytes(mostCharacters))}</p>
        )}
        {held.isCut && (
          <p className={classes['note']}>{m.dropped(formatNumber(mostKept), formatBytes(mostCharacters))}</p>
        )}
      </div>
    </Panel>
  )
}

const columns: readonly Column<Judged>[] = [
  {
    id: 'topic',
    header: m.topic,
    cell: ({ typed }) => <Verbatim text={typed.topic} mono />,
    value: ({ typed }) => typed.topic,
    phone: 'name',
  },
  {
    id: 'outcome',
    header: m.outcome,
    cell: ({ outcome }) => <Outcome of={outcome} />,
    width: 190,
    value: ({ outcome }) => (outcome === undefined ? undefined : 'failure' in outcome ? 1 : 0),
    phone: 'status',
  },
]

/** The only column while the outcome of messages is not known. */
const topicOnly = columns.filter(({ id }) => id === 'topic')

function Outcome({ of }: { readonly of: PreviewOutcome | undefined }) {
  if (of === undefined) return <span className="dim">{m.unknown}</span>
  return 'failure' in of ? (
    <Status kind="warn" wraps>
      {failureWords(of.failure)}
    </Status>
  ) : (
    <Status kind="ok">{m.fine}</Status>
  )
}

/**
 * Returns the messages with their outcomes, newest first. The outcomes are unknown until the evaluator is loaded, and
 * while the form is not complete.
 */
function useJudged(
  kept: readonly Captured[],
  transformation: MessageTransformation | undefined,
  known: KnownSchemas | undefined,
): readonly Judged[] {
  const [judged, setJudged] = useState<readonly Judged[]>([])
  useEffect(() => {
    let isWanted = true
    void import('./preview-engine.ts').then(
      ({ previewHere }) => {
        if (!isWanted) return
        const rows = kept.map((one) => {
          const message = readDryrunMessage(one.typed)
          const canJudge = transformation !== undefined && message !== undefined
          return {
            ...one,
            outcome: canJudge ? previewHere(transformation, message, known) : undefined,
          }
        })
        setJudged(rows.toReversed())
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [kept, transformation, known])
  return judged
}
