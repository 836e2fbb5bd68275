import { type ListenerSummary, listeners } from '@brokerdeck/contract/settings/listeners.ts'
import { useNavigate } from '@tanstack/react-router'
import { action, type Deed, to } from '#acting/action.tsx'
import { request } from '#api/http.ts'
import type { ConfirmRequest } from '#kit/dialogs/confirm-request.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { useStillHere } from '#kit/page/use-still-here.ts'
import { paths } from '#lib/paths.ts'
import type { MenuAction } from '#ui/menu.tsx'
import { listeners as m } from '../messages/listeners.ts'

/** The list may be some seconds old; a promise about connections must not be. */
async function connectionsOf({ id, status }: ListenerSummary): Promise<number> {
  const now = await request(listeners.list, {}).catch(() => [])
  return (now.find((one) => one.id === id)?.status ?? status).current_connections
}

type Question = (id: string, connections: number) => ConfirmRequest

/** What the question says of connections is asked for while it stands. */
const asking =
  (question: Question) =>
  (listener: ListenerSummary): ConfirmRequest => ({
    ...question(listener.id, listener.status.current_connections),
    body: connectionsOf(listener).then((connections) => question(listener.id, connections).body),
  })

const given = ({ id }: ListenerSummary) => ({ params: { id } })
const runs = (words: string) => (listener: ListenerSummary) => (listener.enable ? undefined : words)
const startIt = to(listeners.start, given)
const stopIt = to(listeners.stop, given)

const start = action<ListenerSummary>(startIt, {
  whyNot: ({ status }) => (status.running === true ? m.runsAlready : undefined),
  told: ({ id }) => m.started(id),
})

const stop = action<ListenerSummary>(stopIt, {
  whyNot: runs(m.isDisabled),
  ask: asking((id, connections) => ({
    title: m.stopTitle(id),
    body: m.stopBody(connections),
    action: m.stop,
    danger: true,
  })),
  told: ({ id }) => m.stoppedDone(id),
})

const restart = action<ListenerSummary>(to(listeners.restart, given), {
  whyNot: runs(m.startInstead),
  ask: asking((id) => ({ title: m.restartTitle(id), body: m.restartBody, action: m.restart })),
  told: ({ id }) => m.restarted(id),
})

const reopenIt: Deed<ListenerSummary> = async (listener) => {
  await stopIt(listener)
  await startIt(listener).catch((error: unknown) => {
    notify.failure(m.notReopened(listener.id))
    throw error
  })
}

const reopen = action<ListenerSummary>(reopenIt, {
  whyNot: runs(m.startInstead),
  ask: asking((id, connections) => ({
    title: m.reopenTitle(id),
    body: m.reopenBody(connections),
    action: m.reopenAction,
    danger: true,
  })),
  told: ({ id }) => m.reopened(id),
})

const remove = action<ListenerSummary>(to(listeners.remove, given), {
  ask: asking((id, connections) => ({
    title: m.removeTitle,
    body: m.removeBody(id, connections),
    action: m.remove,
    danger: true,
    // Four listeners are called default.
    typedName: id,
  })),
  told: ({ id }) => m.removed(id),
})

/** What can be done with a listener. `onRemoved` is for a page that is about it. */
export function useListenerActions(
  onRemoved: () => void = () => undefined,
): (listener: ListenerSummary) => readonly MenuAction[] {
  const navigate = useNavigate()
  const isStillHere = useStillHere()
  const removing = async (listener: ListenerSummary) => {
    if ((await remove.run(listener)) && isStillHere()) onRemoved()
  }
  return (listener) => [
    { label: m.edit, onSelect: () => void navigate({ to: paths.listener(listener.id) }) },
    {
      label: m.start,
      disabledReason: start.whyNot(listener),
      onSelect: () => void start.run(listener),
    },
    {
      label: `${m.stop}…`,
      disabledReason: stop.whyNot(listener),
      onSelect: () => void stop.run(listener),
    },
    {
      label: `${m.restart}…`,
      disabledReason: restart.whyNot(listener),
      onSelect: () => void restart.run(listener),
    },
    {
      label: m.reopen,
      disabledReason: reopen.whyNot(listener),
      onSelect: () => void reopen.run(listener),
    },
    {
      label: `${m.remove}…`,
      danger: true,
      disabledReason: remove.whyNot(listener),
      onSelect: () => void removing(listener),
    },
  ]
}
