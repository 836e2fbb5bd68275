import base64 from 'jq-web/jq.wasm.wasm?base64'
import { provideJq } from '../rule-sql/evaluate/functions/jq-function.ts'
import { JqEvaluator } from '../rule-sql/evaluate/jq/jq-evaluator.ts'

/** Provides jq on this thread, for programs that end by themselves. */
export function provideOwnJq(): void {
  const evaluator = new JqEvaluator(new WebAssembly.Module(Buffer.from(base64, 'base64')))
  provideJq({ ask: (question) => evaluator.answer(question), isTimed: false })
}
