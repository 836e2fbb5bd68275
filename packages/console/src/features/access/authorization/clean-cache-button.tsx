import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { Button } from '#ui/button.tsx'
import { m } from './messages.ts'

async function clean(): Promise<void> {
  if (!(await confirm({ title: m.cleanTitle, body: m.cleanBody, action: m.cleanCache }))) return
  try {
    await request(authorization.cleanCache, {})
    notify.success(m.cleaned)
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
  }
}

/** Makes all nodes forget what they decided. */
export function CleanCacheButton() {
  const { data } = useQuery(read(authorization.settings, {}))
  return (
    <Button
      size="small"
      disabledReason={whyNoWrite() ?? (data?.cache.enable === false ? m.cacheOff : undefined)}
      onClick={() => void clean()}
    >
      {m.cleanCache}
    </Button>
  )
}
