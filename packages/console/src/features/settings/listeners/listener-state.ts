import type { ListenerSummary } from '@brokerdeck/contract/settings/listeners.ts'
import { formatList } from '#i18n/format-list.ts'
import { visibleText } from '#lib/visible-text.ts'
import { listeners as m } from '../messages/listeners.ts'

type Kind = 'ok' | 'warn' | 'bad' | 'off'

/** What a listener does, and where it does not. */
export function listenerState({ enable, status, node_status }: ListenerSummary): {
  readonly kind: Kind
  readonly word: string
} {
  if (status.running === true) return { kind: 'ok', word: m.running }
  if (status.running === 'inconsistent') {
    const stopped = node_status.filter((one) => one.status.running !== true)
    return { kind: 'warn', word: m.stoppedOn(formatList(stopped.map(({ node }) => visibleText(node)))) }
  }
  return enable ? { kind: 'bad', word: m.notRunning } : { kind: 'off', word: m.disabled }
}
