import { type ListenerSummary, listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { describeError } from '#api/describe-problem.ts'
import { whyNoWrite } from '#api/permission/write-permission.ts'
import { read, write } from '#api/query.ts'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { ConfirmRequest } from '#kit/dialogs/confirm-request.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { paths } from '#lib/paths.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { m } from './messages.ts'

/** Resolves to whether it was done. */
async function act(change: Promise<unknown>, words: string): Promise<boolean> {
  try {
    await change
    notify.success(words)
    return true
  } catch (error) {
    const { title, detail } = describeError(error)
    notify.failure(title, detail)
    return false
  }
}

/** What can be done with a listener. `onRemoved` is for a page that is about it. */
export function useListenerActions(
  onRemoved: () => void = () => undefined,
): (listener: ListenerSummary) => readonly MenuAction[] {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  const client = useQueryClient()
  const { mutateAsync: start } = useMutation(write(listeners.start))
  const { mutateAsync: stop } = useMutation(write(listeners.stop))
  const { mutateAsync: restart } = useMutation(write(listeners.restart))
  // A removed one is not asked for again.
  const { mutateAsync: remove } = useMutation(write(listeners.remove))
  /** The list may be some seconds old; a promise about connections must not be. */
  const count = async ({ id, status }: ListenerSummary): Promise<number> => {
    const now = await client.fetchQuery({ ...read(listeners.list, {}), staleTime: 0 }).catch(() => [])
    return (now.find((one) => one.id === id)?.status ?? status).current_connections
  }
  return (listener) => {
    const { id, enable, status } = listener
    const given = { params: { id } }
    const after = async (
      ask: (connections: number) => ConfirmRequest,
      change: (request: typeof given) => Promise<unknown>,
      words: string,
    ) => {
      const { body: _, ...question } = ask(status.current_connections)
      const body = count(listener).then((connections) => ask(connections).body)
      return (await confirm({ ...question, body })) && (await act(change(given), words))
    }
    const askStop = (connections: number) => ({
      title: m.stopTitle(id),
      body: m.stopBody(connections),
      action: m.stop,
      danger: true,
    })
    const askRestart = () => ({ title: m.restartTitle(id), body: m.restartBody, action: m.restart })
    const askReopen = (connections: number) => ({
      title: m.reopenTitle(id),
      body: m.reopenBody(connections),
      action: m.reopenAction,
      danger: true,
    })
    const reopen = async () => {
      await stop(given)
      await start(given).catch((error: unknown) => {
        notify.failure(m.notReopened(id))
        throw error
      })
    }
    const askRemove = (connections: number) => ({
      title: m.removeTitle,
      body: m.removeBody(id, connections),
      action: m.remove,
      danger: true,
      // Four listeners are called default.
      typedName: id,
    })
    return [
      { label: m.edit, onSelect: () => void navigate({ to: paths.listener(id) }) },
      {
        label: m.start,
        disabledReason: whyNoWrite() ?? (status.running === true ? m.runsAlready : undefined),
        onSelect: () => void act(start(given), m.started(id)),
      },
      {
        label: `${m.stop}…`,
        disabledReason: whyNoWrite() ?? (enable ? undefined : m.isDisabled),
        onSelect: () => void after(askStop, stop, m.stoppedDone(id)),
      },
      {
        label: `${m.restart}…`,
        disabledReason: whyNoWrite() ?? (enable ? undefined : m.startInstead),
        onSelect: () => void after(askRestart, restart, m.restarted(id)),
      },
      {
        label: m.reopen,
        disabledReason: whyNoWrite() ?? (enable ? undefined : m.startInstead),
        onSelect: () => void after(askReopen, reopen, m.reopened(id)),
      },
      {
        label: `${m.remove}…`,
        danger: true,
        disabledReason: whyNoWrite(),
        onSelect: () =>
          void after(askRemove, remove, m.removed(id)).then(
            (isDone) => isDone && isStillHere() && onRemoved(),
          ),
      },
    ]
  }
}
