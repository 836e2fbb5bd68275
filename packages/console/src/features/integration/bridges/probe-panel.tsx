import { useEffect, useRef, useState } from 'react'
import { describeError, getProblem } from '#api/errors.ts'
import { findBrokerWords } from '#api/failure-cause/explain-error.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import type { BridgeKind } from '#features/integration/bridges/form/bridge-document.ts'
import { probe as m } from '#features/integration/bridges/messages/bridges.ts'
import { useFormState } from '#kit/form/form-store.ts'
import { isPlainObject, valueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { FailureReason } from '#resource/failure-cause/failure-reason.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { ErrorState } from '#ui/states.tsx'
import { Status } from '#ui/status.tsx'
import { endpointsOf } from './bridge-endpoints.ts'
import classes from './bridge-parts.module.css'

interface ProbePanelProps {
  readonly kind: BridgeKind
  readonly type: string
  /** The name of the stored bridge: its secrets are then used where the form has their masks. */
  readonly name?: string
  /** The path of the settings in a form that contains more than them. */
  readonly part?: string
}

interface Tried {
  /** The tested settings, as they were sent. */
  readonly sent: string
  readonly at: number
  /** Undefined if the test succeeded. */
  readonly error: unknown
}

/** The broker may try for as long as the settings allow, so the console does not time out earlier. */
const timeoutMs = 300_000

/** Tests the connection once with the current values of the form, and stores nothing. */
export function ProbePanel({ kind, type, name, part = '' }: ProbePanelProps) {
  const next = useFormState((state) => state.next)
  const faults = useFormState((state) => state.faults.length)
  const [tried, setTried] = useState<Tried>()
  const [since, setSince] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const settings = valueAt(next, part)
  const body = { ...(isPlainObject(settings) ? settings : {}), type, name: name ?? toProbeName(next) }
  const sent = JSON.stringify(body)
  const run = async () => {
    const controller = new AbortController()
    running.current = controller
    setSince(Date.now())
    setTried(undefined)
    const error = await request(
      endpointsOf[kind].probe,
      { body },
      { signal: controller.signal, timeoutMs },
    ).then(
      () => undefined,
      (failure: unknown) => failure,
    )
    if (!controller.signal.aborted) setTried({ sent, at: Date.now(), error })
    setSince(undefined)
  }
  return (
    <Panel title={m.title} padded>
      <div className={classes['probe']}>
        <div className={classes['buttons']}>
          <Button
            isBusy={since !== undefined}
            disabledReason={whyNoWrite() ?? (faults > 0 ? m.whyNot : undefined)}
            onClick={() => void run()}
          >
            {m.run}
          </Button>
          {since !== undefined && <Button onClick={() => running.current?.abort()}>{m.abort}</Button>}
        </div>
        <div role="status">
          {since !== undefined && (
            <>
              {m.running} <RelativeTime at={since} />
            </>
          )}
          {tried !== undefined && <Outcome {...tried} type={type} />}
        </div>
        {tried !== undefined && tried.sent !== sent && <p>{m.changed}</p>}
        {since === undefined && tried === undefined && <p className="dim">{m.about}</p>}
      </div>
    </Panel>
  )
}

/** The broker uses this name for the test and does not keep it. */
const toProbeName = ({ name }: ApiDocument) => (typeof name === 'string' && name !== '' ? name : 'probe')

interface OutcomeProps extends Pick<Tried, 'at' | 'error'> {
  readonly type: string
}

function Outcome({ at, error, type }: OutcomeProps) {
  if (error === undefined)
    return (
      <>
        <Status kind="ok" wraps>
          {m.works} <RelativeTime at={at} />
        </Status>
        {type === 'http' && <p>{m.worksHttp}</p>}
      </>
    )
  const problem = getProblem(error)
  if (problem?.kind !== 'rejected' || problem.code !== 'TEST_FAILED')
    return <ErrorState {...describeError(error)} />
  return (
    <>
      <Status kind="bad" wraps>
        {m.fails} <RelativeTime at={at} />
      </Status>
      {/* The message is already a sentence that no longer contains the words by which causes are recognised. */}
      <FailureReason raw={findBrokerWords(problem)} />
    </>
  )
}
