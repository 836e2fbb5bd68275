import { type SlowSubsConfig, slowSubscriptions } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { useMutation } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { write } from '#api/query.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { measuringRule } from './measuring-rule.ts'
import { m } from './messages.ts'

/** In place of the list while nothing is measured: what it would be, and how it comes about. */
export function MeasuringOff({ settings }: { readonly settings: SlowSubsConfig }) {
  const { mutateAsync, isPending } = useMutation(
    write(slowSubscriptions.putSettings, {
      refreshes: [slowSubscriptions.getSettings, slowSubscriptions.list],
    }),
  )
  const turnOn = async () => {
    try {
      await mutateAsync({ body: { ...settings, enable: true } })
      notify.success(m.turnedOn)
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  return (
    <Panel label={m.label}>
      <EmptyState
        title={m.offTitle}
        action={
          <Button
            variant="primary"
            isBusy={isPending}
            disabledReason={whyNoWrite()}
            onClick={() => void turnOn()}
          >
            {m.turnOn}
          </Button>
        }
      >
        {m.offText(measuringRule(settings))}
      </EmptyState>
    </Panel>
  )
}
