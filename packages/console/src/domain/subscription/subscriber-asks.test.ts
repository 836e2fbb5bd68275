import { topicMatches } from '@brokerdeck/languages/topic.ts'
import { expect, test } from 'vitest'
import { coveringFilters, mostAsked, subscriberAsks } from './subscriber-asks.ts'

const route = (topic: string, node = 'n1') => ({ topic, node })

test('what covers a topic is asked for exactly, shared filters with their group, each once', () => {
  const routes = [
    route('line/1/temp'),
    route('line/1/temp', 'n2'),
    route('line/+/temp'),
    route('#'),
    route('$share/g/line/#'),
    route('$queue/line/1/+'),
    route('line/2/temp'),
    route('line/1'),
    route('$share/g/other'),
  ]
  expect(subscriberAsks(coveringFilters(routes, 'line/1/temp'))).toEqual({
    asks: [
      { topic: 'line/1/temp' },
      { topic: 'line/+/temp' },
      { topic: '#' },
      { topic: 'line/#', share_group: 'g' },
      { topic: 'line/1/+', share_group: '$queue' },
    ],
    isCut: false,
  })
  expect(topicMatches('#', '$SYS/brokers')).toBe(false)
  expect(coveringFilters([route('#'), route('$share/g/$SYS/#')], '$SYS/brokers')).toEqual([
    { filter: '$SYS/#', group: 'g' },
  ])
})

test('no more filters are asked for than the nodes can bear', () => {
  const groups = Array.from({ length: mostAsked + 1 }, (_, at) => route(`$share/g${at}/a`))
  const { asks, isCut } = subscriberAsks(coveringFilters(groups, 'a'))
  expect([asks.length, isCut]).toEqual([mostAsked, true])
})
