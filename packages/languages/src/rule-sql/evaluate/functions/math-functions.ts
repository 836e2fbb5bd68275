import type { EvaluationBudget } from '../budget.ts'
import { compareTerms } from '../compare-terms.ts'
import { bitLength, checkBits, divide, multiply } from '../integers.ts'
import { failure, noClause } from '../rule-failure.ts'
import { isBinary, isNumber, type Term } from '../term.ts'
import { budgetIn, type FunctionTable, integerIn, numberIn, taking } from './arguments.ts'
import { concatenateTerms } from './term-text.ts'

/** The maximum size of an integer in Erlang, in bits. */
const erlangBits = 4_194_304n

const one = taking(1)
const two = taking(2)

/** Throws for infinities and NaN, which Erlang does not have. */
export function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw failure('badarith')
}

export function floatIn(term: Term): number {
  return finite(Number(numberIn(term)))
}

const real = (work: (value: number) => number) => one(([x]) => finite(work(floatIn(x))))

const createRounding = (work: (value: number) => number) =>
  one(([x]) => (typeof x === 'bigint' ? x : BigInt(work(floatIn(x)))))

/** Rounds half away from zero, as Erlang does. */
function awayFromZero(value: number): number {
  const size = Math.abs(value)
  const floor = Math.floor(size)
  return Math.sign(value) * (size - floor >= 0.5 ? floor + 1 : floor)
}

function arithmetic(
  integers: (a: bigint, b: bigint, budget: EvaluationBudget) => bigint,
  floats: (a: number, b: number) => number,
) {
  return two(([a, b], around) => {
    const [x, y] = [numberIn(a), numberIn(b)]
    if (typeof x === 'bigint' && typeof y === 'bigint') return integers(x, y, budgetIn(around))
    return finite(floats(finite(Number(x)), finite(Number(y))))
  })
}

function plus(a: Term, b: Term, budget: EvaluationBudget): Term {
  if (isNumber(a) && isNumber(b)) {
    if (typeof a === 'bigint' && typeof b === 'bigint') return a + b
    return finite(finite(Number(a)) + finite(Number(b)))
  }
  if (isBinary(a) || isBinary(b)) return concatenateTerms([a, b], budget)
  throw noClause()
}

function createDivision(kind: 'quotient' | 'remainder') {
  return two(([a, b], around) => {
    const [x, y] = [integerIn(a), integerIn(b)]
    if (y === 0n) throw failure('badarith')
    return divide(kind, x, y, budgetIn(around))
  })
}

function shiftBits(value: bigint, by: bigint): bigint {
  const size = by < 0n ? -by : by
  if (by > erlangBits) throw failure('system_limit')
  if (by < 0n) return value >> (size > erlangBits ? erlangBits : size)
  checkBits(bitLength(value) - 64 + Number(size))
  return value << by
}

const bits = (work: (a: bigint, b: bigint) => bigint) => two(([a, b]) => work(integerIn(a), integerIn(b)))

export const mathFunctions: FunctionTable = {
  '+': two(([a, b], around) => plus(a, b, budgetIn(around))),
  '-': arithmetic(
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  '*': arithmetic(multiply, (a, b) => a * b),
  '/': two(([a, b]) => {
    const [x, y] = [numberIn(a), numberIn(b)]
    if (Number(y) === 0) throw failure('badarith')
    return finite(Number(x) / Number(y))
  }),
  div: createDivision('quotient'),
  mod: createDivision('remainder'),
  eq: two(([a, b], around) => compareTerms(a, b, budgetIn(around)) === 0),
  abs: one(([x]) => {
    const value = integerIn(x)
    return value < 0n ? -value : value
  }),
  acos: real(Math.acos),
  acosh: real(Math.acosh),
  asin: real(Math.asin),
  asinh: real(Math.asinh),
  atan: real(Math.atan),
  atanh: real(Math.atanh),
  ceil: createRounding(Math.ceil),
  cos: real(Math.cos),
  cosh: real(Math.cosh),
  exp: real(Math.exp),
  floor: createRounding(Math.floor),
  fmod: two(([a, b]) => finite(floatIn(a) % floatIn(b))),
  log: real(Math.log),
  log10: real(Math.log10),
  log2: real(Math.log2),
  power: two(([a, b]) => finite(floatIn(a) ** floatIn(b))),
  round: createRounding(awayFromZero),
  sin: real(Math.sin),
  sinh: real(Math.sinh),
  sqrt: real(Math.sqrt),
  tan: real(Math.tan),
  tanh: real(Math.tanh),
  bitnot: one(([x]) => ~integerIn(x)),
  bitand: bits((a, b) => a & b),
  bitor: bits((a, b) => a | b),
  bitxor: bits((a, b) => a ^ b),
  bitsl: bits(shiftBits),
  bitsr: bits((a, b) => shiftBits(a, -b)),
}
