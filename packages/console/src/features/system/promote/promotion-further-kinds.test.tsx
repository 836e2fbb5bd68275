import { expect, it } from 'vitest'
import {
  bodyAt,
  clusters,
  isDone,
  outcomesOf,
  promoteAll,
  undoAll,
  write,
} from '#features/system/promote/testing/two-clusters.ts'
import { savedFiles } from '#testing/saved-files.ts'

it('takes topic rewrite, auto-subscribe and delayed publish as whole lists, and gives them back', async () => {
  const saved = savedFiles()
  const rule = { action: 'all', source_topic: 'x/#', dest_topic: 'z/$1', re: '^x/(.+)$' }
  const mine = { ...rule, dest_topic: 'y/$1' }
  const topic = { topic: 'all/${clientid}', qos: 1, rh: 0, rap: 0, nl: 0 }
  const app = await clusters(
    {
      arrangeLab: async (lab) => {
        await write(lab, 'PUT', '/mqtt/topic_rewrite', [rule, { ...rule, action: 'publish' }])
        await write(lab, 'PUT', '/mqtt/auto_subscribe', [topic])
        await write(lab, 'PUT', '/mqtt/delayed', { enable: false, max_delayed_messages: 5 })
      },
      arrange: (plant) => write(plant, 'PUT', '/mqtt/topic_rewrite', [mine]),
    },
    '/clusters/compare?kinds=settings',
  )
  const { screen, user, broker, choose } = app
  await choose('auto_subscribe', 'delayed', 'rewrite')
  await user.click(await screen.findByText('Plan for 3 things…'))
  expect(await screen.findByText(/^Counts for clients that connect from now on/)).toBeDefined()
  expect(screen.getByText(/^Messages that wait are lost/)).toBeDefined()
  expect(screen.getByText(/a client that unsubscribes by the old name no longer/)).toBeDefined()
  await user.click(screen.getByText('Save as curl script'))
  await user.click(screen.getByText('Save as HOCON'))
  await promoteAll(app, 3)
  expect(outcomesOf(app)).toEqual([
    'DonePUT /mqtt/auto_subscribeauto_subscribe',
    'DonePUT /mqtt/delayeddelayed',
    'DonePUT /mqtt/topic_rewriterewrite',
  ])
  expect(await bodyAt(broker, '/mqtt/topic_rewrite')).toEqual([rule, { ...rule, action: 'publish' }])
  expect(await bodyAt(broker, '/mqtt/auto_subscribe')).toEqual([topic])
  expect(await bodyAt(broker, '/mqtt/delayed')).toEqual({ enable: false, max_delayed_messages: 5 })
  await undoAll(app, 6)
  expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
  expect(await bodyAt(broker, '/mqtt/topic_rewrite')).toEqual([mine])
  expect(await bodyAt(broker, '/mqtt/auto_subscribe')).toEqual([])
  expect(await bodyAt(broker, '/mqtt/delayed')).toMatchObject({ enable: true })
  const [script = '', text = ''] = await Promise.all(saved.map(({ content }) => content.text()))
  expect(script).toMatch(/topic_rewrite'[^[]+-d '\[\s+\{/)
  expect(text).toMatch(/^rewrite = \[/m)
  expect(text).toMatch(/^auto_subscribe \{\n +topics = \[/m)
})
