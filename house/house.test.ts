import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatOffence } from './offence.ts'
import { readRepository } from './repository.ts'
import { LINES, typicalSizes } from './rules/file-size.ts'
import { rules } from './rules.ts'

const repository = readRepository(join(import.meta.dirname, '..'))

describe('the repository keeps its own rules', () => {
  test.each(rules)('$name', ({ check }) => {
    expect([...check(repository)].map(formatOffence)).toEqual([])
  })

  test('files are typically short', () => {
    const { median, p90, files } = typicalSizes(repository)
    expect(files).toBeGreaterThan(0)
    expect(median).toBeLessThanOrEqual(LINES.median)
    expect(p90).toBeLessThanOrEqual(LINES.p90)
  })
})
