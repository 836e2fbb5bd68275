import { type SsoBackend, sso } from '@brokerdeck/contract/system/sso.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { write } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import { notify } from '#kit/dialogs/notify.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { paths } from '#lib/paths.ts'
import { Button } from '#ui/button.tsx'
import { backends } from './backends.ts'
import { m } from './messages.ts'

export function RemoveSso({ backend }: { readonly backend: SsoBackend }) {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  const { mutateAsync } = useMutation(write(sso.remove, { refreshes: [sso.list] }))
  const { name } = backends[backend]
  const remove = async () => {
    const body = m.removeBody
    if (!(await confirm({ title: m.removeTitle(name), body, action: m.remove, danger: true }))) return
    try {
      await mutateAsync({ params: { backend } })
      notify.success(m.removed(name))
      if (isStillHere()) await navigate({ to: paths.sso() })
    } catch (error) {
      const { title, detail } = describeError(error)
      notify.failure(title, detail)
    }
  }
  return (
    <Button size="small" variant="danger" disabledReason={whyNoWrite()} onClick={() => void remove()}>
      {m.remove}
    </Button>
  )
}
