import { monitor } from '@brokerdeck/contract/monitoring/monitor.ts'
import IconEraser from '@tabler/icons-react/dist/esm/icons/IconEraser.mjs'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { write } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Tag } from '#ui/tag.tsx'
import { m } from './messages.ts'

/** Drops the history of all nodes, after asking. */
export function ResetHistory() {
  const reset = useMutation(write(monitor.clear, { refreshes: [monitor.history, monitor.nodeHistory] }))
  const ask = async () => {
    const isSure = await confirm({
      title: m.resetTitle,
      body: m.resetBody,
      action: m.resetAction,
      danger: true,
    })
    if (!isSure) return
    reset.mutate(
      {},
      {
        onSuccess: () => notify.success(m.resetDone),
        onError: (error) => notify.failure(describeError(error).title, describeError(error).detail),
      },
    )
  }
  return (
    <>
      {reset.error && <Tag tone="bad">{describeError(reset.error).title}</Tag>}
      <IconButton variant="outlined" label={m.reset} disabledReason={whyNoWrite()} onClick={() => void ask()}>
        <IconEraser size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </>
  )
}
