import { memo, type ReactNode, useDeferredValue, useMemo } from 'react'
import { curlCommand } from '#kit/form/curl-command.ts'
import { createBodyList } from '#kit/form/differences.ts'
import { shell as m } from '#kit/messages/form.ts'
import { Button } from '#ui/button.tsx'
import { CommandText } from '#ui/command-text.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { StatusShape } from '#ui/status.tsx'
import { DifferenceList } from './difference-list.tsx'
import type { FormMachine } from './form-machine.ts'
import { type FormImpact, type FormSpec, isImpactWarning } from './form-spec.ts'
import classes from './review-panel.module.css'
import { useMachineState } from './use-form-machine.ts'

interface ReviewProps {
  readonly plan: FormSpec
  readonly machine: FormMachine
}

/** Converts the paths to a part of the document, if a request holds only that part. */
const pathsIn = (place: string | undefined, paths: readonly string[]) =>
  place === undefined
    ? paths
    : paths.flatMap((path) => (path.startsWith(`${place}.`) ? [path.slice(place.length + 1)] : []))

/** Shows the facts to know before applying: the effects, the changes, the request. */
export function Review({ plan, machine }: ReviewProps) {
  const now = useMachineState(machine, (state) => state)
  const { next, base, secrets, faults, isDirty, hasConflict, theirs } = now
  // These parts are slow to render for a long text, so the next key press has priority.
  const settled = useDeferredValue(now)
  const isNew = plan.isNew === true
  const secretPaths = useMemo(() => secretsWithin(secrets), [secrets])
  const requests = useMemo(() => {
    const planned = plan.plan(settled.next)
    return planned && [planned].flat()
  }, [plan, settled])
  const curl = useMemo(
    () =>
      requests
        ?.map((one) => curlCommand({ ...one, secretPaths: pathsIn(one.place, secretPaths) }))
        .join('\n'),
    [requests, secretPaths],
  )
  const listBodies = useMemo(() => createBodyList(secretPaths), [secretPaths])
  const sent = useMemo(() => {
    // The bodies of several requests are told apart by the parts of the document that they hold.
    const isTold = requests?.length === 1 || requests?.every(({ place }) => place !== undefined)
    return isNew && isTold ? listBodies(requests ?? []) : undefined
  }, [isNew, listBodies, requests])
  if (!isDirty && !isNew && plan.isUnfinished !== true)
    return <p className={classes['note']}>{m.nothingChanged}</p>
  return (
    <>
      {hasConflict && (
        <Warning role="alert">
          <p>{m.changedMeanwhile}</p>
          <DifferenceList differences={theirs} />
          <div className={classes['tools']}>
            <Button size="small" onClick={machine.keepMine}>
              {m.keepMine}
            </Button>
            <Button size="small" onClick={machine.restart}>
              {m.takeTheirs}
            </Button>
          </div>
        </Warning>
      )}
      <Impact impact={plan.impact?.(next, base)} />
      <div className={classes['part']}>
        <h3 className={classes['partHead']}>{isNew ? m.whatIsSent : m.difference}</h3>
        <Differences differences={sent ?? settled.differences} />
      </div>
      {faults.length === 0 && plan.preview?.(next, base)}
      {plan.isConfiguration === true && <p className={classes['note']}>{m.precedence}</p>}
      <Curl command={curl} />
    </>
  )
}

/** Memoized, so that these parts do not render again while the deferred state is pending. */
const Differences = memo(DifferenceList)
const Curl = memo(CurlPart)

/** Adds paths one level down, because a request may hold the form's document there: `mqtt` within the whole zone. */
function secretsWithin(secrets: readonly string[]): readonly string[] {
  return secrets.flatMap((path) => [path, `*.${path}`])
}

/**
 * The number of characters of a command that are shown; more would not be read, and a long line keeps the browser
 * busy.
 */
const mostShown = 4000

function CurlPart({ command }: { readonly command: string | undefined }) {
  return (
    <div className={classes['part']}>
      <h3 className={classes['partHead']}>
        {m.asCurl}
        {command !== undefined && <CopyButton text={command} name={m.curlCommand} />}
      </h3>
      {command === undefined ? (
        <p className={classes['note']}>{m.curlIncomplete}</p>
      ) : (
        <>
          <CommandText
            label={m.curlCommand}
            text={command.length > mostShown ? `${command.slice(0, mostShown)}…` : command}
          />
          {command.length > mostShown && <p className={classes['note']}>{m.curlCut}</p>}
          <p className={classes['note']}>{m.curlNote}</p>
        </>
      )}
    </div>
  )
}

function Impact({ impact }: { readonly impact: FormImpact }) {
  if (isImpactWarning(impact)) return <Warning>{impact.warning}</Warning>
  if (impact === undefined || impact === null || impact === '') return null
  return (
    <div className={classes['impact']}>
      <div>{impact}</div>
    </div>
  )
}

function Warning({ role, children }: { readonly role?: 'alert'; readonly children: ReactNode }) {
  return (
    <div className={classes['warning']} role={role}>
      <StatusShape kind="warn" coloured />
      <div>{children}</div>
    </div>
  )
}
