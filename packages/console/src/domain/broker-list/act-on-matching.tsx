import { useRef, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { m } from './messages.ts'

interface ActOnMatchingProps<Row> {
  readonly label: string
  /** Everything that matches, on all pages. */
  readonly collect: (signal: AbortSignal) => AsyncIterable<readonly Row[]>
  readonly noneMatch: string
  /** Asks, with the count. */
  readonly onRows: (rows: readonly Row[]) => Promise<unknown>
}

/** Counts everything that matches a filter before asking whether to do something to all of it. */
export function ActOnMatching<Row>(props: ActOnMatchingProps<Row>) {
  const { label, collect, noneMatch, onRows } = props
  const [isCounting, setCounting] = useState(false)
  const counting = useRef<AbortController>(null)
  /** Undefined if it was stopped or failed. */
  const count = async (): Promise<readonly Row[] | undefined> => {
    const controller = new AbortController()
    counting.current = controller
    setCounting(true)
    try {
      const rows: Row[] = []
      for await (const batch of collect(controller.signal)) rows.push(...batch)
      return rows
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
    <Button size="small" variant="danger" disabledReason={whyNoWrite()} onClick={() => void start()}>
      {label}
    </Button>
  )
}
