import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTerminal2 from '@tabler/icons-react/dist/esm/icons/IconTerminal2.mjs'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import IconVolumeOff from '@tabler/icons-react/dist/esm/icons/IconVolumeOff.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { LinkPhase } from '#domain/mqtt-link/link-state.ts'
import { reasonOfCode } from '#domain/mqtt-link/reason-of-code.ts'
import { visibleText } from '#lib/visible-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { StatusShape } from '#ui/status.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { testClient as m } from '../../messages/test-client.ts'
import type { TestSubscription } from '../connection/connection-facts.ts'
import { ColourMark } from './colour-mark.tsx'
import classes from './subscription-line.module.css'

interface SubscriptionLineProps {
  readonly subscription: TestSubscription
  readonly phase: LinkPhase
  readonly onEdit: () => void
  readonly onMute: () => void
  readonly onRemove: () => void
  readonly onCommand: () => void
}

export function SubscriptionLine(props: SubscriptionLineProps) {
  const { subscription, phase, onEdit, onMute, onRemove, onCommand } = props
  const { filter, colour, isMuted } = subscription
  const name = visibleText(filter, 80)
  const { words, isBad } = outcomeOf(subscription, phase)
  return (
    <li className={classes['line']}>
      <ColourMark colour={colour} />
      <span className={classes['text']}>
        <Verbatim text={filter} mono focusable />
        <span className={isBad ? classes['bad'] : classes['note']}>
          {isBad && <StatusShape kind="bad" coloured />}
          {words}
          {isMuted && ` · ${m.muted}`}
        </span>
      </span>
      <IconButton label={isMuted ? m.unmuteOf(name) : m.muteOf(name)} aria-pressed={isMuted} onClick={onMute}>
        {isMuted ? (
          <IconVolumeOff size={16} stroke={1.5} aria-hidden />
        ) : (
          <IconVolume size={16} stroke={1.5} aria-hidden />
        )}
      </IconButton>
      <IconButton label={m.commandOf(name)} onClick={onCommand}>
        <IconTerminal2 size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={m.editOf(name)} onClick={onEdit}>
        <IconPencil size={16} stroke={1.5} aria-hidden />
      </IconButton>
      <IconButton label={m.unsubscribeFrom(name)} onClick={onRemove}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
    </li>
  )
}

function outcomeOf(
  { answer, options }: TestSubscription,
  phase: LinkPhase,
): { words: string; isBad: boolean } {
  if (phase !== 'connected') return { words: m.afterConnect, isBad: false }
  if (answer === undefined) return { words: m.subscribing, isBad: false }
  if (answer.kind === 'refused') {
    return { words: m.subscriptionFailed(reasonOfCode(answer.code, answer.version).title), isBad: true }
  }
  if (answer.kind === 'failed')
    return { words: m.subscriptionFailed(visibleText(answer.message)), isBad: true }
  if (answer.kind === 'lost') return { words: m.subscriptionFailed(m.lost), isBad: true }
  const granted = answer.code ?? options.qos
  const words = granted < options.qos ? m.lowerQos(options.qos, granted) : m.grantedQos(granted)
  return { words, isBad: false }
}
