import { EvaluationBudget, isLimit } from '@brokerdeck/languages/rule-sql/evaluate/budget.ts'
import { decodeJson } from '@brokerdeck/languages/rule-sql/evaluate/decode-json.ts'
import { toTermText } from '@brokerdeck/languages/rule-sql/evaluate/functions/term-text.ts'
import { encodeJson } from '@brokerdeck/languages/rule-sql/evaluate/json-text.ts'
import { RuleFailure } from '@brokerdeck/languages/rule-sql/evaluate/rule-failure.ts'
import { putAt } from '@brokerdeck/languages/rule-sql/evaluate/scope.ts'
import { isBinary, isMap, type Term, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { evaluateVariform } from '@brokerdeck/languages/variform/evaluate-variform.ts'
import { parseOperationValue } from '@brokerdeck/languages/variform/parse-variform.ts'
import type { MessageTransformation, Operation, Serde } from './message-transformations.ts'

/** The parts of a message that a transformation may change. */
export interface Transformed {
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
  /**
   * The payload may be any term after an encoder of type `none`; only a later transformation can turn it into bytes.
   */
  readonly payload: Term
  readonly userProperties: TermMap
}

/** Why a message was not transformed, in the form of the broker's JSON. */
export interface TransformationFailure {
  readonly msg: string
  readonly [detail: string]: unknown
}

export type TransformationOutcome =
  | { readonly transformed: Transformed }
  | { readonly failure: TransformationFailure }

type Coded = { readonly term: Term } | { readonly failure: TransformationFailure }

/** Decodes and encodes the formats that need a schema; supplied by the schema registry. */
export interface SchemaCodec {
  decode(payload: string | Uint8Array, serde: Serde, budget?: EvaluationBudget): Coded
  encode(term: Term, serde: Serde, budget?: EvaluationBudget): Coded
}

export interface TransformationSurroundings {
  /** The names that expressions may use in addition to the changeable parts: `clientid`, `username`, `timestamp`, … */
  readonly bindings: TermMap
  readonly codec: SchemaCodec
  readonly now: () => number
}

type Steps = Pick<MessageTransformation, 'payload_decoder' | 'payload_encoder' | 'operations'>

/** Runs a transformation on one message. */
export function runTransformation(
  { payload_decoder: decoder, payload_encoder: encoder, operations }: Steps,
  message: Transformed,
  around: TransformationSurroundings,
): TransformationOutcome {
  const budget = new EvaluationBudget()
  const read = decode(message.payload, decoder, around.codec, budget)
  if ('failure' in read) return read
  let made: Transformed = { ...message, payload: read.term }
  for (const operation of operations) {
    const done = operate(operation, made, { ...around, budget })
    if ('failure' in done) return done
    made = done.transformed
  }
  const written = encode(made.payload, encoder, around.codec, budget)
  return 'failure' in written ? written : { transformed: { ...made, payload: written.term } }
}

function decode(payload: Term, serde: Serde, codec: SchemaCodec, budget: EvaluationBudget): Coded {
  if (serde.type === 'none') return { term: payload }
  if (!isBinary(payload)) {
    const hint = 'check the transformation(s) before this one for inconsistencies'
    const reason = 'payload must be a binary'
    return { failure: { msg: 'payload_decode_failed', decoder: serde.type, reason, hint } }
  }
  if (serde.type !== 'json') return codec.decode(payload, serde, budget)
  try {
    return { term: decodeJson(payload, budget) }
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    if (isLimit(error))
      return { failure: { msg: 'payload_decode_failed', decoder: 'json', reason: 'limit_exceeded' } }
    const reason = /^\d+$/.test(error.message) ? `{${error.message},invalid_json}` : error.message
    return { failure: { msg: 'payload_decode_failed', decoder: 'json', reason } }
  }
}

function encode(term: Term, serde: Serde, codec: SchemaCodec, budget: EvaluationBudget): Coded {
  if (serde.type === 'none') return { term }
  if (serde.type !== 'json') return codec.encode(term, serde, budget)
  try {
    return { term: encodeJson(term, budget) }
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    return {
      failure: {
        msg: 'payload_encode_failed',
        encoder: 'json',
        reason: isLimit(error) ? 'limit_exceeded' : error.message,
      },
    }
  }
}

function operate(
  { key, value }: Operation,
  made: Transformed,
  around: TransformationSurroundings & { readonly budget: EvaluationBudget },
): TransformationOutcome {
  try {
    return change({ key, value }, made, around)
  } catch (error) {
    // The value exists, but writing it to its target exceeds the budget, or it cannot be converted to text.
    if (!(error instanceof RuleFailure)) throw error
    const reason = isLimit(error) ? 'limit_exceeded' : error.message
    return { failure: { msg: 'transformation_eval_operation_failure', reason: { reason } } }
  }
}

function change(
  { key, value }: Operation,
  made: Transformed,
  { bindings, now, budget }: TransformationSurroundings & { readonly budget: EvaluationBudget },
): TransformationOutcome {
  const toFailure = (reason: unknown): TransformationOutcome => ({
    failure: { msg: 'transformation_eval_operation_failure', reason },
  })
  const parsed = parseOperationValue(value)
  if ('fault' in parsed) return toFailure({ reason: parsed.fault })
  const { topic, qos, retain, payload, userProperties } = made
  const own: readonly (readonly [string, Term])[] = [
    ['topic', topic],
    ['qos', BigInt(qos)],
    ['retain', retain],
    ['payload', payload],
    ['user_property', userProperties],
  ]
  const evaluated = evaluateVariform(parsed.node, new Map([...bindings, ...own]), now, budget)
  if ('reason' in evaluated) return toFailure(evaluated.reason)
  const [root = '', ...path] = key.split('.')
  if (root === 'payload')
    return { transformed: { ...made, payload: putPayload(path, evaluated.value, payload, budget) } }
  const given = toTermText(evaluated.value, budget)
  const text = typeof given === 'string' ? given : new TextDecoder().decode(given)
  switch (root) {
    case 'topic':
      return { transformed: { ...made, topic: text } }
    case 'qos': {
      const level = ([0, 1, 2] as const).find((one) => String(one) === text)
      if (level === undefined) return toFailure({ reason: 'bad_qos_value', input: text })
      return { transformed: { ...made, qos: level } }
    }
    case 'retain': {
      if (text !== 'true' && text !== 'false') return toFailure({ reason: 'bad_retain_value', input: text })
      return { transformed: { ...made, retain: text === 'true' } }
    }
    default:
      return {
        transformed: { ...made, userProperties: new Map(userProperties).set(path.join('.'), text) },
      }
  }
}

/** Sets a value in the payload. A value on the path that is not a map is replaced by a map. */
function putPayload(path: readonly string[], value: Term, payload: Term, budget: EvaluationBudget): Term {
  if (path.length === 0) return value
  return putAt(path, value, isMap(payload) ? payload : new Map(), budget)
}
