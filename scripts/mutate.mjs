/**
 * `node scripts/mutate.mjs <source> <test> ... <source> <test> ...`: changes each source in one place after another
 * and reports the changes that none of the tests listed after it detects. The files are restored afterwards.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { createVitest } from 'vitest/node'

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

/** Returns the changes to try; `within` is the expression that must be reached for a change to matter. */
function changesOf(source, text) {
  /** @type {{ start: number, end: number, next: string, within: { start: number, end: number } }[]} */
  const changes = []
  const types = new Set()
  const change = ({ start, end }, next, within = { start, end }) => changes.push({ start, end, next, within })
  const codeOf = ({ start, end }) => text.slice(start, end)
  const swap = (node) => {
    if (node.operator === '??') change(node, `(${codeOf(node.left)})`)
    const next = swapped.get(node.operator)
    if (next === undefined) return
    const between = { start: node.left.end, end: node.right.start }
    change(between, codeOf(between).replace(node.operator, next), node)
  }
  const negate = ({ test }) => test && change(test, `!(${codeOf(test)})`)
  new Visitor({
    BinaryExpression: swap,
    LogicalExpression: swap,
    IfStatement: negate,
    ConditionalExpression: negate,
    WhileStatement: negate,
    TSLiteralType: ({ literal }) => types.add(literal.start),
    UnaryExpression: (node) => node.operator === '!' && change(node, `(${codeOf(node.argument)})`),
    Literal: (node) => typeof node.value === 'boolean' && change(node, String(!node.value)),
    ExpressionStatement: (node) => node.directive ?? change(node, ';', { ...node, isStatement: true }),
    ReturnStatement: (node) => node.argument && change(node, 'return undefined;', node.argument),
    ArrowFunctionExpression: ({ body }) =>
      /^(Call|Member|Object|Array|Template|Await|Chain)/.test(body.type) && change(body, 'undefined'),
  }).visit(parseSync(source, text).program)
  return changes.filter(
    ({ start, end, next }) =>
      !types.has(start) &&
      codeOf({ start, end }) !== next.replace(';', '') &&
      parseSync(source, `${text.slice(0, start)}${next}${text.slice(end)}`).errors.length === 0,
  )
}

/** Returns the source with marks that append the number of each reached place to a file. */
function marked(text, changes, file) {
  // At the same position, closing marks come first, then the mark of the outer expression before that of the inner.
  // The mark of a statement has no parenthesis, or it would be taken for a call of the expression before it.
  const marks = changes.flatMap(({ within: { start, end, isStatement = false } }, number) => [
    { at: start, order: start - end, code: `${isStatement ? '' : '('}mutate_reached(${number}), ` },
    ...(isStatement ? [] : [{ at: end, order: -Number.MAX_VALUE, code: ')' }]),
  ])
  let code = ''
  let done = 0
  for (const mark of marks.sort((a, b) => a.at - b.at || a.order - b.order)) {
    code += text.slice(done, mark.at) + mark.code
    done = mark.at
  }
  return `${code}${text.slice(done)}
var mutate_seen; function mutate_reached(number) {
  mutate_seen ??= new Set()
  if (!mutate_seen.has(number)) process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(file)}, number + ' ')
  mutate_seen.add(number)
}`
}

const folder = mkdtempSync(join(tmpdir(), 'mutate-'))
const groups = []
for (const given of process.argv.slice(2))
  if (given.includes('.test.')) groups.at(-1).tests.push(given)
  else groups.push({ source: given, text: readFileSync(given, 'utf8'), tests: [] })
const restore = () => {
  for (const { source, text } of groups) writeFileSync(source, text)
  rmSync(folder, { recursive: true })
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    restore()
    process.exit(1)
  })

// Each run has a process of its own: an idle worker would keep the source from before the change.
const options = {
  ...{ watch: false, reporters: [{}], maxWorkers: 1, bail: 1, testTimeout: 20_000 },
  isolate: true,
}
const vitest = await createVitest('test', options)
for (const project of vitest.projects) project.config.isolate = true

function write(source, code) {
  writeFileSync(source, code)
  vitest.invalidateFile(resolve(source))
}

/** Tells whether the tests fail or do not finish in time: a change can make a loop endless. */
async function isNoticed(source, code, specifications, withinMs) {
  write(source, code)
  let isLate = false
  const stop = () => void vitest.cancelCurrentRun('test-failure')
  const timers = [0, 1000].map((later) =>
    setTimeout(() => {
      isLate = true
      stop()
    }, withinMs + later),
  )
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  for (const timer of timers) clearTimeout(timer)
  const own = new Set(specifications.map(({ moduleId }) => moduleId))
  return (
    isLate ||
    unhandledErrors.length > 0 ||
    testModules.some((module) => own.has(module.moduleId) && !module.ok())
  )
}

async function mutate({ source, text, tests }) {
  const specifications = await vitest.globTestSpecifications(tests)
  const changes = changesOf(source, text)
  const file = join(folder, 'reached')
  writeFileSync(file, '')
  const begin = Date.now()
  if (
    specifications.length === 0 ||
    (await isNoticed(source, marked(text, changes, file), specifications, 600_000))
  )
    throw new Error(`${tests} fail by themselves`)
  const withinMs = 3 * (Date.now() - begin) + 5000
  const reached = new Set(readFileSync(file, 'utf8').split(' '))
  let survived = 0
  for (const [number, { start, end, next }] of changes.entries()) {
    const isReached = reached.has(String(number))
    const code = `${text.slice(0, start)}${next}${text.slice(end)}`
    if (isReached && (await isNoticed(source, code, specifications, withinMs))) continue
    const line = text.slice(0, start).split('\n').length
    const old = text.slice(start, end).split('\n')[0]
    survived += 1
    console.log(`${source}:${line} ${old} → ${next.split('\n')[0]}${isReached ? '' : ' (not reached)'}`)
  }
  console.log(`${source}: ${changes.length - survived} of ${changes.length} noticed`)
}

try {
  for (const group of groups)
    await mutate(group)
      .catch((error) => console.log(`${group.source}: ${error.message}`))
      .finally(() => write(group.source, group.text))
} finally {
  restore()
  await vitest.close()
}
process.exit(0)
