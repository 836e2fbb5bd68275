import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { figuresOf } from './figures.ts'
import { formatOffence } from './offence.ts'
import { readRepository } from './repository.ts'
import { rules } from './rules.ts'

/** What was reached; to be lowered with each step of `npm run house:figures`. */
const MOST = { smallUsedOnce: 0.085, small: 0.185, exportsUsedOnce: 0.435, reachedFromPage: 110 }

const repository = readRepository(join(import.meta.dirname, '..'))

describe('the repository keeps its own rules', () => {
  test.each(rules)('$name', ({ check }) => {
    expect([...check(repository)].map(formatOffence)).toEqual([])
  })

  test.each(['packages/', 'packages/console/'])('%s stays easy to enter', (prefix) => {
    const figures = figuresOf(repository, prefix)
    expect(figures.files).toBeGreaterThan(0)
    for (const name of ['smallUsedOnce', 'small', 'exportsUsedOnce', 'reachedFromPage'] as const)
      expect(figures[name], name).toBeLessThanOrEqual(MOST[name])
  })
})
