import { expect, test } from 'vitest'
import { findProvided } from './provided-by.ts'
import { placeholdersIn } from './template-cautions.ts'

test.each([
  ['SELECT payload.t AS temp.now, clientid FROM "a"', ['temp', 'temp.now', 'clientid'], ['payload', 'topic']],
  ['SELECT payload.t FROM "a"', ['payload', 'payload.t'], ['payload.x', 't']],
  ['SELECT * FROM "a"', ['topic', 'payload.anything', 'qos'], ['severity', 'reason']],
  ['SELECT *, 1 AS severity FROM "$events/client_disconnected"', ['reason', 'severity'], ['payload']],
  ['FOREACH payload.items AS item DO item.t AS t FROM "a"', ['t'], ['clientid']],
  // Unknown fields are assumed to exist.
  ['FOREACH payload.items FROM "a"', ['whatever'], []],
  ['SELECT upper(clientid) FROM "a"', ['whatever'], []],
  ['SELECT * FROM "$bridges/kafka_consumer:in"', ['whatever'], []],
  ['SELECT', ['whatever'], []],
])('%s provides %j, and not %j', (sql, provided, lacking) => {
  const has = findProvided(sql)
  expect(provided.filter((name) => !has(name))).toEqual([])
  expect(lacking.filter(has)).toEqual([])
})

test('placeholders are named once, without the whole message', () => {
  expect(placeholdersIn('${a} ${ .b.c } ${a} ${.} ${d[1].e}')).toEqual(['a', 'b.c', 'd.e'])
})
