import { ChartPanel } from '#features/diagnose/charts/chart-panel.tsx'
import { testClient as clientWords, messageChart as m } from '#features/diagnose/messages/test-client.ts'
import type { ConnectionFacts } from '#features/diagnose/test-client/connection/connection-facts.ts'
import type { TestConnection } from '#features/diagnose/test-client/connection/test-connection.ts'
import type { Charted } from '#features/diagnose/test-client/engine/worker-message.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { visibleText } from '#lib/visible-text.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { EmptyState, Skeleton } from '#ui/states.tsx'

interface MessageChartPanelProps {
  readonly connection: TestConnection
  readonly facts: ConnectionFacts
}

/** Draws the values of one topic over time, for the messages that are listed below it. */
export function MessageChartPanel({ connection, facts }: MessageChartPanelProps) {
  const { view, charted } = facts
  if (facts[view.direction].kept === 0) return <EmptyState title={m.nothing}>{m.nothingText}</EmptyState>
  if (charted?.direction !== view.direction) return <Skeleton height={240} />
  const topic = view.chart?.topic ?? charted.topic
  if (topic === undefined) return <EmptyState title={clientWords.noneMatch} />
  const beside = (
    <TopicChoice
      charted={charted}
      topic={topic}
      onChange={(chosen) => connection.show({ ...view, chart: { topic: chosen } })}
    />
  )
  const isCurrent = topic === charted.topic
  if (isCurrent && charted.messages === 0) {
    return (
      <>
        {beside}
        <EmptyState title={m.noneOfTopic} />
      </>
    )
  }
  return (
    <ChartPanel
      // A new topic resets the zoom.
      key={topic}
      values={isCurrent ? charted : undefined}
      beside={beside}
      onPath={(path) => connection.show({ ...view, chart: { topic, path: [...path] } })}
    />
  )
}

interface TopicChoiceProps {
  readonly charted: Charted
  readonly topic: string
  readonly onChange: (topic: string) => void
}

function TopicChoice({ charted, topic, onChange }: TopicChoiceProps) {
  const { topics, hasMore } = charted
  // The drawn topic may be left out of the list, or no longer match the topic filter.
  const offered = topics.includes(topic) ? topics : [topic, ...topics]
  const help = hasMore
    ? m.moreTopics(formatNumber(topics.length))
    : m.topics(offered.length, formatNumber(offered.length))
  return (
    <LabelledField label={clientWords.topic} help={help}>
      {(control) => (
        <SelectBox
          {...control}
          value={topic}
          options={offered.map((each) => ({ value: each, label: visibleText(each, 120) }))}
          onChange={onChange}
        />
      )}
    </LabelledField>
  )
}
