import type { TopicFigures as Figures } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { formatNumber, formatRate } from '#i18n/format-number.ts'
import { formatClock } from '#i18n/format-time.ts'
import { Figure } from '#ui/figure.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { m } from './messages.ts'
import type { QosChoice } from './rate-samples.ts'

interface TopicFiguresProps {
  readonly figures: Figures
  readonly sampledAt: number
  readonly qos: QosChoice
}

/** What came in, went out and found nobody, in sum and now. */
export function TopicFigures({ figures, sampledAt, qos }: TopicFiguresProps) {
  const part = qos === 'all' ? 'messages' : (`messages.qos${qos}` as const)
  const shared = { sampledAt: formatClock(sampledAt) }
  const told = (way: 'in' | 'out') => ({
    value: formatNumber(figures[`${part}.${way}.count`]),
    note: `${formatRate(figures[`${part}.${way}.rate`])}${m.perSecond}`,
  })
  const dropped =
    qos === 'all'
      ? {
          value: formatNumber(figures['messages.dropped.count']),
          note: `${formatRate(figures['messages.dropped.rate'])}${m.perSecond}`,
        }
      : { value: undefined, note: m.notSplit }
  return (
    <FigureStrip label={m.counted}>
      <Figure {...shared} {...told('in')} label={m.messagesIn} definition={m.inMeaning} />
      <Figure {...shared} {...told('out')} label={m.messagesOut} definition={m.outMeaning} />
      <Figure {...shared} {...dropped} label={m.messagesDropped} definition={m.droppedMeaning} />
    </FigureStrip>
  )
}
