/**
 * `node scripts/mutate.mjs <source> <test> ...`: changes the source in one place after another and tells which changes
 * none of the tests notices. The file is as it was afterwards.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { createVitest } from 'vitest/node'

const [source, ...tests] = process.argv.slice(2)
const text = readFileSync(source, 'utf8')
const swapped = new Map([
  ...[
    ['<', '<='],
    ['<=', '<'],
    ['>', '>='],
    ['>=', '>'],
    ['===', '!=='],
    ['!==', '==='],
  ],
  ...[
    ['&&', '||'],
    ['||', '&&'],
    ['+', '-'],
    ['-', '+'],
    ['*', '/'],
    ['/', '*'],
  ],
])

/** @type {{ start: number, end: number, next: string }[]} */
const changes = []
const change = ({ start, end }, next) => changes.push({ start, end, next })
const codeOf = ({ start, end }) => text.slice(start, end)
const swap = ({ left, operator, right }) => {
  const next = swapped.get(operator)
  if (next === undefined) return
  const between = codeOf({ start: left.end, end: right.start })
  change({ start: left.end, end: right.start }, between.replace(operator, next))
}
const negate = ({ test }) => test && change(test, `!(${codeOf(test)})`)

new Visitor({
  BinaryExpression: swap,
  LogicalExpression: swap,
  IfStatement: negate,
  ConditionalExpression: negate,
  WhileStatement: negate,
  UnaryExpression: (node) => node.operator === '!' && change(node, `(${codeOf(node.argument)})`),
  Literal: (node) => typeof node.value === 'boolean' && change(node, String(!node.value)),
  ExpressionStatement: (node) => node.directive ?? change(node, ';'),
  ReturnStatement: (node) => node.argument && change(node, 'return undefined;'),
}).visit(parseSync(source, text).program)

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    writeFileSync(source, text)
    process.exit(1)
  })

const vitest = await createVitest('test', {
  watch: false,
  reporters: [{}],
  maxWorkers: 1,
  bail: 1,
  testTimeout: 8000,
})
const specifications = await vitest.globTestSpecifications(tests)
const survivors = []

async function isNoticed(code) {
  writeFileSync(source, code)
  vitest.invalidateFile(resolve(source))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  return unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
}

try {
  if (specifications.length === 0 || (await isNoticed(text))) throw new Error(`${tests} fail by themselves`)
  for (const { start, end, next } of changes) {
    if (await isNoticed(`${text.slice(0, start)}${next}${text.slice(end)}`)) continue
    const line = text.slice(0, start).split('\n').length
    survivors.push(`${source}:${line} ${codeOf({ start, end }).split('\n')[0]} → ${next}`)
  }
} finally {
  writeFileSync(source, text)
  await vitest.close()
}
console.log(
  [`${source}: ${changes.length - survivors.length} of ${changes.length} noticed`, ...survivors].join('\n'),
)
process.exit(0)
