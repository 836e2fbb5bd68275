import { type AccessSource, authorization } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { useQueryClient } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { DangerButton } from '#domain/broker-list/danger-button.tsx'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { m } from './messages.ts'

const readers = [
  authorizationRules.clients,
  authorizationRules.users,
  authorizationRules.all,
  authorization.source,
]

const withoutRules = { rules: { isCleared: true } }

/** Deletes the rules of everybody and everything, once that was typed. */
export function ClearRulesButton({ source }: { readonly source: AccessSource }) {
  const cache = useQueryClient()
  const clear = async () => {
    const isMeant = await confirm({
      title: m.clearTitle,
      body: (
        <>
          <p>{m.clearBody}</p>
          <AccessPreview change={withoutRules} />
        </>
      ),
      size: 640,
      action: m.clear,
      danger: true,
      typedName: m.clearWord,
    })
    if (!isMeant) return
    try {
      await request(authorizationRules.clear, {})
      notify.success(m.cleared)
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
    for (const { path } of readers) void cache.invalidateQueries({ queryKey: [path] })
  }
  return (
    <DangerButton
      label={m.clear}
      disabledReason={source.enable ? m.clearNeedsOff : undefined}
      onClick={() => void clear()}
    />
  )
}
