import base64 from 'jq-web/jq.wasm.wasm?base64'
import { expect, it } from 'vitest'
import { hasOwnBrackets, JqEvaluator, type JqRequest } from './jq-evaluator.ts'

it.each(['.', '', '[{"a": (1)}]', '"a\\(.b + ")")c"', '# ) \n.a', '"#" | "("', '"\\"("', '"\\\\"'])(
  'sees a whole program: %s',
  (program) => expect(hasOwnBrackets(program)).toBe(true),
)

it.each(['1) | (2', '(1', '[1)', '}', '"a', '"\\("', '"a\\(1) + (2)', '# (\n)'])(
  'sees that brackets are open or closed too often: %s',
  (program) => expect(hasOwnBrackets(program)).toBe(false),
)

it('goes on after a program that does not compile', () => {
  const evaluator = new JqEvaluator(new WebAssembly.Module(Buffer.from(base64, 'base64')))
  expect(evaluator.answer({ program: '.a', input: '{"a":1}' })).toEqual(['1'])
  for (const program of ['.a |', 'nowhere', ';', 'import "x" as x; .'])
    expect(evaluator.answer({ program, input: '{"a":1}' })).toBeUndefined()
  expect(evaluator.answer({ program: '.a', input: '{"a":2}' })).toEqual(['2'])
  expect(evaluator.answer({ program: 'def f: 1; # and no more', input: '3' })).toEqual(['3'])
})

it('learns several programs at once, and does not mind one that is none', () => {
  const evaluator = new JqEvaluator(new WebAssembly.Module(Buffer.from(base64, 'base64')))
  const requests: JqRequest[] = [
    { kind: 'learn', programs: ['.a', '.b'] },
    { kind: 'learn', programs: ['.a', '.c |'] },
    { kind: 'learn', programs: ['.c |'] },
    { kind: 'learn', programs: ['def f: 1;'] },
    ...['.a', '.b', '.c |', 'def f: 1;'].map((program) => ({
      kind: 'ask' as const,
      program,
      input: '{"a":1,"b":2}',
    })),
  ]
  const answers: unknown[] = []
  evaluator.serve({
    takeRequest: () => requests.shift(),
    giveAnswer: (answer) => answers.push(answer),
  })
  expect(answers.slice(4)).toEqual([['1'], ['2'], undefined, ['{"a":1,"b":2}']])
  expect(answers).toHaveLength(8)
})
