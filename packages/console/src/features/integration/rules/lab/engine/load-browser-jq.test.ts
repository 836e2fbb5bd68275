import { JqEvaluator } from '@brokerdeck/languages/rule-sql/evaluate/jq/jq-evaluator.ts'
import base64 from 'jq-web/jq.wasm.wasm?base64'
import { expect, test, vi } from 'vitest'
import { JqAnswers } from './load-browser-jq.ts'

function openAnswers() {
  const evaluator = new JqEvaluator(new WebAssembly.Module(Buffer.from(base64, 'base64')))
  return { answers: new JqAnswers(evaluator), serve: vi.spyOn(evaluator, 'serve') }
}

test('asks once for what is asked often, and together what is asked of many messages', async () => {
  const { answers, serve } = openAnswers()
  const askAll = () => [1, 2, 3].map((a) => answers.ask({ program: '.a + 1', input: `{"a":${a}}` }))
  expect(await answers.gather(() => Promise.resolve(void askAll()))).toBe(3)
  expect(askAll()).toEqual([['2'], ['3'], ['4']])
  expect(answers.ask({ program: 'error', input: '1' })).toBeUndefined()
  expect(answers.ask({ program: 'error', input: '1' })).toBeUndefined()
  expect(serve).toHaveBeenCalledTimes(2)
})

test('asks again for the time', () => {
  const { answers, serve } = openAnswers()
  for (const _ of [1, 2]) expect(answers.ask({ program: 'now | type', input: '1' })).toEqual(['"number"'])
  expect(serve).toHaveBeenCalledTimes(2)
})
