import { expect, test } from 'vitest'
import { everyMessage, sampleHelp } from './sample-help.ts'

test('offers what a rule hands on, and renders a template as the broker does', async () => {
  const help = await sampleHelp(`SELECT 21.5 as reading.temperature, clientid as who FROM "plant/#"`)
  expect(help?.columns).toEqual(['reading', 'reading.temperature', 'who'])
  expect(help?.render?.(`\${reading.temperature} of \${nothing}`)).toBe('21.5 of undefined')
})

test('knows the columns of a message where no rule is there yet', async () => {
  const help = await sampleHelp(everyMessage)
  expect(help?.columns).toEqual(expect.arrayContaining(['topic', 'payload', 'clientid', 'qos']))
})

test('knows nothing of a statement that cannot be read, or hands on nothing', async () => {
  expect(await sampleHelp('SELECT')).toBeUndefined()
  expect(await sampleHelp('SELECT * FROM "t/#" WHERE false')).toBeUndefined()
})
