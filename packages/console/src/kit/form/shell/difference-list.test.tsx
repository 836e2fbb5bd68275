import { screen } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { listDifferences } from '#kit/form/differences.ts'
import { cleanup, render } from '#testing/render-element.ts'
import { DifferenceList } from './difference-list.tsx'

const lines = Array.from({ length: 20 }, (_, at) => `{allow, all, all, ["line/${at}"]}.`)
const file = (...texts: readonly string[]) => `${texts.join('\n')}\n`

const shown = async (before: unknown, after: unknown) => {
  render(<DifferenceList differences={listDifferences({ rules: before }, { rules: after }, [])} />)
  const text = await screen.findByRole('region', { name: 'rules' })
  return [...text.children].map(({ textContent }) => textContent)
}

it('shows of a long text the lines that change, and some around them', async () => {
  expect(await shown(file(...lines), file(...lines.with(10, '{deny, all}.')))).toEqual([
    '7 lines the same',
    ...lines.slice(7, 10),
    `Removed ${lines[10]}`,
    'Added {deny, all}.',
    ...lines.slice(11, 14),
    '6 lines the same',
  ])
})

it('shows all lines of a text that is new, up to a bound', async () => {
  expect(await shown(undefined, file('a', 'b'))).toEqual(['Added a', 'Added b'])
  cleanup()
  const many = Array.from({ length: 300 }, (_, at) => `line ${at}`)
  expect((await shown(undefined, file(...many))).at(-1)).toBe('100 more lines are not shown')
})

it('tells a missing line end from no difference', async () => {
  expect(await shown('a\nb\n', 'a\nb')).toEqual(['a', 'b', expect.stringMatching(/^Removed/)])
})
