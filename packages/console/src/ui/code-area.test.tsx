import { fireEvent, screen } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '#testing/render-element.ts'
import { CodeArea } from './code-area.tsx'
import { TextArea } from './text-area.tsx'

const linesOf = (count: number) => Array.from({ length: count }, (_, at) => `rule ${at + 1}`).join('\n')

function Editor({ start, faultLine }: { readonly start: string; readonly faultLine?: number }) {
  const [value, setValue] = useState(start)
  return (
    <CodeArea
      aria-label="Rules"
      value={value}
      onChange={setValue}
      faultLine={faultLine}
      highlight={(text) => [{ text, kind: 'word' }]}
    />
  )
}

const drawnIn = (container: HTMLElement) =>
  [...container.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent).join('\n')

const frameOf = (container: HTMLElement) => {
  const frame = [...container.querySelectorAll('span')].find(({ className }) => /frame/.test(className))
  if (frame === undefined) throw new Error('There is no frame')
  return frame
}

test('a short text is drawn whole, with a number for each line', () => {
  const { container } = render(<Editor start={linesOf(150)} />)
  expect(screen.getByText('150')).toBeTruthy()
  expect(drawnIn(container)).toContain('rule 150')
})

test('of a long text the lines in sight are drawn, in the size of all, and the others once they come into sight', async () => {
  const { container } = render(<Editor start={`${linesOf(5000)}\n${'x'.repeat(90)}`} faultLine={4990} />)
  const frame = frameOf(container)
  const height = () => {
    const numbers = frame.firstElementChild
    if (!(numbers instanceof HTMLElement)) throw new Error('There are no numbers')
    const { paddingTop, paddingBottom } = numbers.style
    return Number.parseFloat(paddingTop) + numbers.childElementCount * 19 + Number.parseFloat(paddingBottom)
  }
  const whole = height()
  expect(whole).toBe(8 + 5001 * 19 + 8)
  expect(screen.queryByText('4990')).toBeNull()
  expect(screen.getByText('x'.repeat(90))).toBeTruthy()
  expect(container.querySelectorAll('span').length).toBeLessThan(400)
  expect(drawnIn(container)).toContain('rule 10\n')
  frame.scrollTop = 4960 * 19
  fireEvent.scroll(frame)
  expect((await screen.findByText('4990')).className).toMatch(/wrong/)
  expect(drawnIn(container)).toContain('rule 4990')
  expect(drawnIn(container)).not.toContain('rule 10\n')
  expect(height()).toBe(whole)
})

test('what is put in at once arrives as a whole, where it was put', () => {
  render(<Editor start={'first\nlast'} />)
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Rules' })
  area.setSelectionRange(6, 6)
  const data = `${linesOf(1000)}\n`
  const isLeftToBrowser = fireEvent(
    area,
    new InputEvent('beforeinput', { inputType: 'insertText', data, bubbles: true, cancelable: true }),
  )
  expect(isLeftToBrowser).toBe(false)
  expect(area.value).toBe(`first\n${data}last`)
  expect(area.selectionStart).toBe(6 + data.length)
  expect(screen.queryByText('1000')).toBeNull()
})

test.each([
  ['insertText', 'a\nb'],
  ['insertFromPaste', linesOf(1000)],
])('%s of %j is left to the browser', (inputType, data) => {
  render(<TextArea aria-label="Note" value="" onChange={() => undefined} />)
  const given = new InputEvent('beforeinput', { inputType, data, bubbles: true, cancelable: true })
  expect(fireEvent(screen.getByRole('textbox'), given)).toBe(true)
})
