import type { ClientRow } from '@brokerdeck/contract/client.ts'
import { useRef, useState } from 'react'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#domain/permission/write-permission.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { FilterValues } from '#kit/table/filters/filter.ts'
import { Button } from '#ui/button.tsx'
import { allClients } from './all-clients.ts'
import { m } from './messages.ts'

interface KickMatchingProps {
  readonly filters: FilterValues
  readonly onKick: (rows: readonly ClientRow[]) => Promise<unknown>
}

/** Counts everything that matches the filters, on all pages, then asks. */
export function KickMatching({ filters, onKick }: KickMatchingProps) {
  const [isCounting, setCounting] = useState(false)
  const counting = useRef<AbortController>(null)
  const collect = async () => {
    const controller = new AbortController()
    counting.current = controller
    setCounting(true)
    try {
      const rows: ClientRow[] = []
      for await (const batch of allClients(filters, controller.signal)) rows.push(...batch)
      if (rows.length === 0) notify.info(m.noneMatch)
      else await onKick(rows)
    } catch (error) {
      if (controller.signal.aborted) return
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    } finally {
      setCounting(false)
    }
  }
  return isCounting ? (
    <Button size="small" onClick={() => counting.current?.abort()}>
      {`${m.counting} ${m.stop}`}
    </Button>
  ) : (
    <Button size="small" variant="danger" disabledReason={whyNoWrite()} onClick={() => void collect()}>
      {m.kickAllMatching}
    </Button>
  )
}
