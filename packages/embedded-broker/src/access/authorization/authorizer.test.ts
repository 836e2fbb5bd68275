import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { arrangeAccess, askToDo, closeBrokers } from './testing/arrange-access.ts'

afterEach(closeBrokers)

const logSchema = v.object({ items: v.string() })
const lineSchema = v.object({ msg: v.string(), meta: v.record(v.string(), v.unknown()) })

test('a trace tells what each source has said, by which rule, and what came of it', async () => {
  const unused = {
    type: 'mongodb',
    mongo_type: 'single',
    server: '127.0.0.1:1',
    database: 'd',
    collection: 'c',
  }
  const broker = await arrangeAccess({
    sources: [
      { type: 'built_in_database' },
      { ...unused, enable: false },
      { type: 'http', method: 'get', url: 'http://127.0.0.1:1' },
      { type: 'file', rules: '{allow, all, publish, ["a"]}.\n{deny, all}.' },
    ],
  })
  await broker.ask('POST', '/trace', { name: 't', type: 'clientid', clientid: 'c1', formatter: 'json' })
  await askToDo(broker, { clientId: 'c1', username: 'ann' }, 'retain 1 b')
  const { items } = v.parse(logSchema, (await broker.ask('GET', '/trace/t/log?bytes=100000')).body)
  const lines = items.split('\n').filter((line) => line !== '')
  const told = lines
    .map((line) => v.parse(lineSchema, JSON.parse(line)))
    .filter(({ msg }) => /authoriz/.test(msg))
  expect(told.map(({ msg, meta }) => [msg, meta['authorize_type'] ?? meta['source']])).toEqual([
    ['authorization_module_ignore', 'client_info'],
    ['authorization_nomatch', 'built_in_database'],
    ['authorization_module_ignore', 'http'],
    ['authorization_matched_deny', 'file'],
    ['authorization_permission_denied', 'file'],
    ['cannot_publish_to_topic_due_to_not_authorized', undefined],
  ])
  const decisive = {
    action: 'PUBLISH(Q1,R1)',
    module: 'emqx_authz_file',
    rule: '2',
    topic: 'b',
    username: 'ann',
  }
  expect(told[3]?.meta).toMatchObject(decisive)
  expect(told[2]?.meta['reason']).toContain('ECONNREFUSED')
})
