import { useEffect, useRef, useState } from 'react'
import { describeError } from '#api/errors.ts'
import { whyNoWrite } from '#api/query.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { brokerList as m } from './messages.ts'

interface ActOnMatchingProps<Row> {
  readonly label: string
  /** Everything that matches, on all pages. */
  readonly collect: (signal: AbortSignal) => AsyncIterable<readonly Row[]>
  readonly noneMatch: string
  /** Asks, with the count. */
  readonly onRows: (rows: readonly Row[]) => Promise<unknown>
}

/**
 * Counts everything that matches a filter before asking whether to do something to all of it. Its key is the filter:
 * with another one, or on another page, nobody is to be asked about what matched before.
 */
export function ActOnMatching<Row>(props: ActOnMatchingProps<Row>) {
  const { label, collect, noneMatch, onRows } = props
  const [isCounting, setCounting] = useState(false)
  const counting = useRef<AbortController>(null)
  useEffect(() => () => counting.current?.abort(), [])
  /** Undefined if it was stopped or failed. */
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
  /** Why not now, for whoever may at all. */
  readonly disabledReason?: string | undefined
  readonly onClick: () => void
}

/** Takes something away, of a list or of what is selected in it. */
export function DangerButton({ label, disabledReason, onClick }: DangerButtonProps) {
  return (
    <Button size="small" variant="danger" disabledReason={whyNoWrite() ?? disabledReason} onClick={onClick}>
      {label}
    </Button>
  )
}
