import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ruleTemplates } from './rule-templates.ts'

describe('a template', () => {
  it.each(ruleTemplates)(
    '$id gives what it says, and can be saved',
    async ({ sql, sample, gives, actions }) => {
      const broker = await createTestBroker()
      onTestFinished(() => broker.close())
      expect(await broker.ask('POST', '/rule_test', { sql, context: sample })).toMatchObject({
        status: 200,
        body: gives,
      })
      expect(await broker.ask('POST', '/rules', { id: 'from_template', sql, actions })).toMatchObject({
        status: 201,
        body: { actions },
      })
    },
  )

  it('has a name of its own', () => {
    expect(new Set(ruleTemplates.map(({ id }) => id)).size).toBe(18)
  })
})
