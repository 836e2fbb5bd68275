import { useEffect, useRef, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { whyNoWrite } from '#api/query.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { brokerList as m } from './messages.ts'

interface ActOnMatchingProps<Row> {
  readonly label: string
  /** Reads all matching rows, on all pages. */
  readonly collect: (signal: AbortSignal) => AsyncIterable<readonly Row[]>
  readonly noneMatch: string
  /** Asks for confirmation, with the count. */
  readonly onRows: (rows: readonly Row[]) => Promise<unknown>
}

/**
 * Counts all rows that match a filter before asking for confirmation of an action on them. Its key is the filter:
 * with another filter, or on another page, no confirmation for the previous matches may appear.
 */
export function ActOnMatching<Row>(props: ActOnMatchingProps<Row>) {
  const { label, collect, noneMatch, onRows } = props
  const [isCounting, setCounting] = useState(false)
  const counting = useRef<AbortController>(null)
  useEffect(() => () => counting.current?.abort(), [])
  /** Resolves to undefined if the count was stopped or failed. */
  const count = async (): Promise<readonly Row[] | undefined> => {
    const controller = new AbortController()
    counting.current = controller
    setCounting(true)
    try {
      const rows: Row[] = []
      for await (const batch of collect(controller.signal)) rows.push(...batch)
      return controller.signal.aborted ? undefined : rows
    } catch (error) {
      if (controller.signal.aborted) return undefined
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
      return undefined
    } finally {
      setCounting(false)
    }
  }
  const start = async () => {
    const rows = await count()
    if (rows?.length === 0) notify.info(noneMatch)
    else if (rows !== undefined) await onRows(rows)
  }
  return isCounting ? (
    <Button size="small" onClick={() => counting.current?.abort()}>
      {`${m.counting} ${m.stop}`}
    </Button>
  ) : (
    <DangerButton label={label} onClick={() => void start()} />
  )
}

interface DangerButtonProps {
  readonly label: string
  /** The reason why the action is disabled now, for users with the permission. */
  readonly disabledReason?: string | undefined
  readonly onClick: () => void
}

/** A button that removes a list or the selected rows. */
export function DangerButton({ label, disabledReason, onClick }: DangerButtonProps) {
  return (
    <Button size="small" variant="danger" disabledReason={whyNoWrite() ?? disabledReason} onClick={onClick}>
      {label}
    </Button>
  )
}
