import { configs } from '@brokerdeck/contract/settings/configs.ts'
import type { LogConfig } from '@brokerdeck/contract/settings/log-config.ts'
import { audit } from '@brokerdeck/contract/system/audit.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { NotInEdition } from '#features/system/edition/not-in-edition.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { m } from './messages.ts'

/** In place of the list while the broker records nothing; an Enterprise broker of another version may not even know how. */
export function AuditOff({ log: { audit: settings } }: { readonly log: LogConfig }) {
  const client = useQueryClient()
  const enable = useMutation({
    // The whole document goes back, as it is now: what is left out of it would fall back to a default.
    mutationFn: async () => {
      const log = await request(configs.getLog, {})
      if (log.audit === undefined) return
      await request(configs.putLog, { body: { ...log, audit: { ...log.audit, enable: true } } })
    },
    onSuccess: () => notify.success(m.enabled),
    onError: (error) => {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    },
    onSettled: () => {
      for (const { path } of [audit.list, configs.getLog]) void client.invalidateQueries({ queryKey: [path] })
    },
  })
  if (settings === undefined) return <NotInEdition part={m.part} />
  return (
    <Panel label={m.offTitle}>
      <EmptyState
        title={m.offTitle}
        action={
          <Button
            variant="primary"
            isBusy={enable.isPending}
            disabledReason={whyNoWrite()}
            onClick={() => enable.mutate()}
          >
            {m.enable}
          </Button>
        }
      >
        {m.offText}
      </EmptyState>
    </Panel>
  )
}
